// Stops a running search, limits its CPU time and reports its progress.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <exception>
#include <functional>
#include <limits>
#include <stdexcept>
#include <type_traits>

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

// Ends a search by a value other than 0.
using StopFlag = std::atomic<std::uint32_t>;

// What a control shares with the searches that it controls. They may belong to another extension module, built by
// another compiler: plain data with a fixed layout, whose changes need a new `sdk_version` (bindings.hpp).
struct SharedControl {
    static constexpr double unlimited = std::numeric_limits<double>::infinity(), not_started = -1;

    StopFlag stopped{0};
    std::atomic<std::uint32_t> in_use{0};
    double budget_s = unlimited, deadline_s = not_started;
    std::int64_t next_poll_ns = 0;  // on the steady clock
};
static_assert(std::is_standard_layout_v<SharedControl> && sizeof(SharedControl) == 32);

class Control {
public:
    Control() : Control(own_) {}
    explicit Control(SharedControl& shared) : shared_(shared) {
        if (shared.next_poll_ns == 0) shared.next_poll_ns = steady_ns() + poll_interval_ns;
    }
    Control(const Control&) = delete;
    Control& operator=(const Control&) = delete;

    // Makes the search throw Stopped at its next check. Thread-safe.
    void stop() { shared_.stopped.store(1, std::memory_order_relaxed); }

    // Returns true after a call of `stop`, but not when a search ends because its CPU time is used up.
    bool stopped() const { return shared_.stopped.load(std::memory_order_relaxed) != 0; }

    // The flag that `stop` sets, for searches that read it more often than they call `check`.
    const StopFlag& stop_flag() const { return shared_.stopped; }

    // Limits the total CPU time of all following searches, measured on their thread from the start of the first.
    void set_cpu_budget(double seconds) {
        shared_.budget_s = seconds;
        shared_.deadline_s = SharedControl::not_started;
    }

    // Called about every `poll_interval_ns` while the search runs. An exception from it ends the search.
    std::function<void()> poll;

    std::uint64_t nodes = 0;  // visited so far; up to date whenever `poll` is called
    int root_moves_done = 0;
    int root_moves = 0;

    // Call before searching. Throws Stopped if `stop` was called.
    void begin(int root_move_count) {
        if (stopped()) throw Stopped{};
        if (shared_.budget_s < SharedControl::unlimited && shared_.deadline_s == SharedControl::not_started)
            shared_.deadline_s = thread_cpu_seconds() + shared_.budget_s;
        nodes = 0;
        root_moves = root_move_count;
        root_moves_done = 0;
    }

    // Call every few microseconds of work. The clocks are read at most every `clock_interval_ns`: reading the CPU
    // clock is a system call, which took half of the time of small searches.
    void check() {
        if (stopped()) throw Stopped{};
        const bool is_timed = shared_.deadline_s != SharedControl::not_started;
        if (!is_timed && !poll) return;
        const std::int64_t now = steady_ns();
        if (now < next_clock_ns_) return;
        next_clock_ns_ = now + clock_interval_ns;
        if (is_timed && thread_cpu_seconds() >= shared_.deadline_s) throw Stopped{};
        if (poll && now >= shared_.next_poll_ns) {
            shared_.next_poll_ns = now + poll_interval_ns;
            poll();
        }
    }

    // Held during a search, so that no other search uses the same control.
    class ExclusiveUse {
    public:
        explicit ExclusiveUse(Control& control) : in_use_(control.shared_.in_use) {
            if (in_use_.exchange(1) != 0)
                throw std::logic_error("this Control is in use by another search; create one for each search");
        }
        ~ExclusiveUse() { in_use_ = 0; }
        ExclusiveUse(const ExclusiveUse&) = delete;
        ExclusiveUse& operator=(const ExclusiveUse&) = delete;

    private:
        std::atomic<std::uint32_t>& in_use_;
    };

private:
    static constexpr std::int64_t poll_interval_ns = 20'000'000, clock_interval_ns = 500'000;

    static std::int64_t steady_ns() {
        const auto now = std::chrono::steady_clock::now().time_since_epoch();
        return std::chrono::duration_cast<std::chrono::nanoseconds>(now).count();
    }

    SharedControl own_;
    SharedControl& shared_;
    std::int64_t next_clock_ns_ = 0;
};

}  // namespace outply
