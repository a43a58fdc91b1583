// How a running search is watched and stopped from outside.
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

// The CPU time that the calling thread has used, in seconds.
inline double cpu_seconds() {
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

// Thrown out of a search that was told to stop, or whose time is up.
struct Stopped : std::exception {
    const char* what() const noexcept override { return "the search was stopped"; }
};

class Control {
public:
    // Stops the search at its next check; may be called from any thread.
    void stop() { stopped_.store(true, std::memory_order_relaxed); }

    // Whether somebody called `stop`; a search may also end because its time is up.
    bool stopped() const { return stopped_.load(std::memory_order_relaxed); }

    // Ends the searches to come once their thread has used `seconds` of CPU time, counted from the start of the
    // next one.
    void set_cpu_budget(double seconds) {
        budget_ = seconds;
        deadline_ = unset;
    }

    // Called about every `poll_every` while the search runs; what it throws ends the search.
    std::function<void()> poll;

    // For whoever polls to report to: nodes, root moves done, root moves in all.
    std::function<void(std::uint64_t, int, int)> progress;

    std::uint64_t nodes = 0;  // visited so far, up to date whenever `poll` is called
    int root_moves_done = 0;
    int root_moves = 0;

    // Every search begins with this; one that was stopped before it began does not.
    void begin(int moves) {
        if (stopped()) throw Stopped{};
        if (budget_ < forever && deadline_ == unset) deadline_ = cpu_seconds() + budget_;
        nodes = 0;
        root_moves = moves;
        root_moves_done = 0;
    }

    // To be called every few microseconds of work. The clocks are looked at once a millisecond: that of the CPU is
    // a call of the system, which took half the time of small searches.
    void check() {
        if (stopped()) throw Stopped{};
        if (deadline_ == unset && !poll) return;
        const auto now = std::chrono::steady_clock::now();
        if (now < next_look_) return;
        next_look_ = now + look_every;
        if (deadline_ != unset && cpu_seconds() >= deadline_) throw Stopped{};
        if (poll && now >= next_poll_) {
            next_poll_ = now + poll_every;
            poll();
        }
    }

    // Held by whoever searches under this control, so that no two do at once.
    class Use {
    public:
        explicit Use(Control& control) : control_(control) {
            if (control.in_use_.exchange(true)) throw std::logic_error("a Control watches one search at a time");
        }
        ~Use() { control_.in_use_ = false; }
        Use(const Use&) = delete;
        Use& operator=(const Use&) = delete;

    private:
        Control& control_;
    };

private:
    static constexpr std::chrono::milliseconds poll_every{20};
    static constexpr std::chrono::microseconds look_every{500};
    static constexpr double forever = std::numeric_limits<double>::infinity(), unset = -1;

    std::atomic<bool> stopped_{false}, in_use_{false};
    double budget_ = forever, deadline_ = unset;
    std::chrono::steady_clock::time_point next_look_;
    std::chrono::steady_clock::time_point next_poll_ = std::chrono::steady_clock::now() + poll_every;
};

}  // namespace outply
