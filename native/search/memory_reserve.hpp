// The memory that large tables leave to everything else.
#pragma once

#include <cstddef>
#include <cstdlib>

namespace outply {

// For the boards, the moves and the results of a search, and the interpreter that called it.
constexpr std::size_t reserve_bytes = std::size_t{1} << 23;

// Returns true if the system can provide this many bytes more. They are not written, which costs no memory.
inline bool is_available(std::size_t bytes) {
    void* volatile memory = std::malloc(bytes);  // volatile, or the compiler may remove the allocation
    std::free(memory);
    return memory != nullptr;
}

}  // namespace outply
