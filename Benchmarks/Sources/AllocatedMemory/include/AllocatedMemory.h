// How much memory the process has allocated. Swift cannot call the C functions for it directly.

#include <stddef.h>

/// The bytes that are allocated now, or 0 if that is unknown.
size_t allocatedBytes(void);
