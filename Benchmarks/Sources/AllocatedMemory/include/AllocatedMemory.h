// How much memory the process has allocated: Swift sees neither of the two functions that know.

#include <stddef.h>

/// The bytes that are allocated now, or 0 where that is not known.
size_t allocatedBytes(void);
