// How a running search is watched and stopped from outside.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <ctime>
#include <exception>
#include <functional>
#include <limits>

namespace outply {

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

    // Ends the search once this process has used `seconds` of CPU time since it started.
    void set_cpu_deadline(double seconds) { cpu_deadline_ = static_cast<std::clock_t>(seconds * CLOCKS_PER_SEC); }

    // Called about every `poll_every` while the search runs; what it throws ends the search.
    std::function<void()> poll;

    // For whoever polls to report to: nodes, root moves done, root moves in all.
    std::function<void(std::uint64_t, int, int)> progress;

    std::uint64_t nodes = 0;  // visited so far, up to date whenever `poll` is called
    int root_moves_done = 0;
    int root_moves = 0;

    void begin(int moves) {
        nodes = 0;
        root_moves = moves;
        root_moves_done = 0;
    }

    // To be called every few microseconds of work. The clocks are looked at once a millisecond: that of the CPU is
    // a call of the system, which took half the time of small searches.
    void check() {
        if (stopped()) throw Stopped{};
        if (cpu_deadline_ == never && !poll) return;
        const auto now = std::chrono::steady_clock::now();
        if (now < next_look_) return;
        next_look_ = now + look_every;
        if (cpu_deadline_ != never && std::clock() >= cpu_deadline_) throw Stopped{};
        if (poll && now >= next_poll_) {
            next_poll_ = now + poll_every;
            poll();
        }
    }

private:
    static constexpr std::chrono::milliseconds look_every{1}, poll_every{20};
    static constexpr std::clock_t never = std::numeric_limits<std::clock_t>::max();

    std::atomic<bool> stopped_{false};
    std::clock_t cpu_deadline_ = never;
    std::chrono::steady_clock::time_point next_look_;
    std::chrono::steady_clock::time_point next_poll_ = std::chrono::steady_clock::now() + poll_every;
};

}  // namespace outply
