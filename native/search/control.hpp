// Stops a running search, limits its CPU time and reports its progress.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <exception>
#include <functional>
#include <limits>
#include <stdexcept>

#ifdef _WIN32
#define NOMINMAX
#include <windows.h>
#else
#include <ctime>
#endif

namespace outply {

// Returns the CPU time of the calling thread in seconds.
inline double thread_cpu_seconds() {
#ifdef _WIN32
    FILETIME created, exited, kernel, user;
    GetThreadTimes(GetCurrentThread(), &created, &exited, &kernel, &user);
    const auto ticks = [](const FILETIME& time) {
        return static_cast<double>(std::uint64_t{time.dwHighDateTime} << 32 | time.dwLowDateTime);
    };
    return (ticks(kernel) + ticks(user)) * 1e-7;
#else
    timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
#endif
}

// Thrown out of a search that was stopped or has used up its CPU time.
struct Stopped : std::exception {
    const char* what() const noexcept override { return "the search was stopped"; }
};

class Control {
public:
    // Makes the search throw Stopped at its next check. Thread-safe.
    void stop() { stopped_.store(true, std::memory_order_relaxed); }

    // Returns true after a call of `stop`, but not when a search ends because its CPU time is used up.
    bool stopped() const { return stopped_.load(std::memory_order_relaxed); }

    // Limits the total CPU time of all following searches, measured on their thread from the start of the first.
    void set_cpu_budget(double seconds) {
        budget_s_ = seconds;
        deadline_s_ = not_started;
    }

    // Called about every `poll_interval` while the search runs. An exception from it ends the search.
    std::function<void()> poll;

    // The callback to which `poll` reports: nodes, root moves done, number of root moves.
    std::function<void(std::uint64_t, int, int)> progress;

    std::uint64_t nodes = 0;  // visited so far; up to date whenever `poll` is called
    int root_moves_done = 0;
    int root_moves = 0;

    // Call before searching. Throws Stopped if `stop` was called.
    void begin(int root_move_count) {
        if (stopped()) throw Stopped{};
        if (budget_s_ < unlimited && deadline_s_ == not_started) deadline_s_ = thread_cpu_seconds() + budget_s_;
        nodes = 0;
        root_moves = root_move_count;
        root_moves_done = 0;
    }

    // Call every few microseconds of work. The clocks are read at most every `clock_interval`: reading the CPU
    // clock is a system call, which took half of the time of small searches.
    void check() {
        if (stopped()) throw Stopped{};
        if (deadline_s_ == not_started && !poll) return;
        const auto now = std::chrono::steady_clock::now();
        if (now < next_clock_) return;
        next_clock_ = now + clock_interval;
        if (deadline_s_ != not_started && thread_cpu_seconds() >= deadline_s_) throw Stopped{};
        if (poll && now >= next_poll_) {
            next_poll_ = now + poll_interval;
            poll();
        }
    }

    // Held during a search, so that no other search uses the same control.
    class ExclusiveUse {
    public:
        explicit ExclusiveUse(Control& control) : control_(control) {
            if (control.in_use_.exchange(true))
                throw std::logic_error("this Control is in use by another search; create one for each search");
        }
        ~ExclusiveUse() { control_.in_use_ = false; }
        ExclusiveUse(const ExclusiveUse&) = delete;
        ExclusiveUse& operator=(const ExclusiveUse&) = delete;

    private:
        Control& control_;
    };

private:
    static constexpr std::chrono::milliseconds poll_interval{20};
    static constexpr std::chrono::microseconds clock_interval{500};
    static constexpr double unlimited = std::numeric_limits<double>::infinity(), not_started = -1;

    std::atomic<bool> stopped_{false}, in_use_{false};
    double budget_s_ = unlimited, deadline_s_ = not_started;
    std::chrono::steady_clock::time_point next_clock_;
    std::chrono::steady_clock::time_point next_poll_ = std::chrono::steady_clock::now() + poll_interval;
};

}  // namespace outply
