#include "AllocatedMemory.h"

#include <stdlib.h>

#if defined(__APPLE__)
#include <malloc/malloc.h>

size_t allocatedBytes(void) {
    malloc_statistics_t statistics;
    malloc_zone_statistics(NULL, &statistics);
    return statistics.size_in_use;
}
#elif defined(__GLIBC__)
#include <malloc.h>

size_t allocatedBytes(void) {
#if __GLIBC_PREREQ(2, 33)
    struct mallinfo2 information = mallinfo2();
    return information.uordblks + information.hblkhd;
#else
    return 0;
#endif
}
#else
size_t allocatedBytes(void) { return 0; }
#endif
