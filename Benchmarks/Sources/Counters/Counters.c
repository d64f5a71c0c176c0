#include "Counters.h"

#include <stddef.h>
#include <sys/wait.h>
#include <unistd.h>

static long allocations;
static long bytes;

long allocationCount(void) { return __atomic_load_n(&allocations, __ATOMIC_RELAXED); }
long requestedBytes(void) { return __atomic_load_n(&bytes, __ATOMIC_RELAXED); }

__attribute__((noinline)) void writeCounts(void) { __asm__ volatile(""); }

int copyProcess(void) {
    int status = 0;
    pid_t copy = fork();
    if (copy == 0) return -1;
    return waitpid(copy, &status, 0) == copy && WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

#if defined(__linux__)
#include <errno.h>

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *memory, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

static void count(size_t size) {
    __atomic_fetch_add(&allocations, 1, __ATOMIC_RELAXED);
    __atomic_fetch_add(&bytes, (long)size, __ATOMIC_RELAXED);
}

void *malloc(size_t size) {
    count(size);
    return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
    count(number * size);
    return __libc_calloc(number, size);
}

void *realloc(void *memory, size_t size) {
    count(size);
    return __libc_realloc(memory, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
    count(size);
    return __libc_memalign(alignment, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size) {
    count(size);
    *memory = __libc_memalign(alignment, size);
    return *memory ? 0 : ENOMEM;
}
#endif
