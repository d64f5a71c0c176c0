// Hand-written declarations of Darwin's libc: the functions that the library calls.
#pragma once
#pragma clang system_header
typedef __SIZE_TYPE__ size_t;
typedef unsigned int uint32_t;
#define OS_AVAIL __attribute__((availability(macos,introduced=10.12),availability(ios,introduced=10.0),availability(tvos,introduced=10.0),availability(watchos,introduced=3.0)))
#define NONNULL _Nonnull
OS_AVAIL typedef struct os_unfair_lock_s { uint32_t _os_unfair_lock_opaque; } os_unfair_lock, *os_unfair_lock_t;
OS_AVAIL void os_unfair_lock_lock(os_unfair_lock_t NONNULL lock);
OS_AVAIL _Bool os_unfair_lock_trylock(os_unfair_lock_t NONNULL lock);
OS_AVAIL void os_unfair_lock_unlock(os_unfair_lock_t NONNULL lock);
OS_AVAIL void os_unfair_lock_assert_owner(const os_unfair_lock *NONNULL lock);
typedef struct _opaque_pthread_mutex_t { long __sig; char __opaque[56]; } pthread_mutex_t;
typedef struct _opaque_pthread_mutexattr_t { long __sig; char __opaque[8]; } pthread_mutexattr_t;
int pthread_mutex_init(pthread_mutex_t *NONNULL, const pthread_mutexattr_t *_Nullable);
int pthread_mutex_destroy(pthread_mutex_t *NONNULL);
int pthread_mutex_lock(pthread_mutex_t *NONNULL);
int pthread_mutex_unlock(pthread_mutex_t *NONNULL);
typedef struct dl_info { const char *dli_fname; void *dli_fbase; const char *dli_sname; void *dli_saddr; } Dl_info;
int dladdr(const void *, Dl_info *);
char *_Nullable strstr(const char *NONNULL big, const char *NONNULL little);
void abort(void) __attribute__((noreturn));
// only so the Linux Synchronization interface re-targets (bodies are never run)
static inline uint32_t _swift_stdlib_gettid(void) { return 0; }
static inline uint32_t _swift_stdlib_futex_lock(uint32_t *NONNULL l) { return 0; }
static inline uint32_t _swift_stdlib_futex_trylock(uint32_t *NONNULL l) { return 0; }
static inline uint32_t _swift_stdlib_futex_unlock(uint32_t *NONNULL l) { return 0; }
typedef struct _opaque_pthread_cond_t { long __sig; char __opaque[40]; } pthread_cond_t;
typedef struct _opaque_pthread_condattr_t { long __sig; char __opaque[8]; } pthread_condattr_t;
int pthread_cond_init(pthread_cond_t *NONNULL, const pthread_condattr_t *_Nullable);
int pthread_cond_wait(pthread_cond_t *NONNULL, pthread_mutex_t *NONNULL);
int pthread_cond_broadcast(pthread_cond_t *NONNULL);
typedef unsigned long pthread_key_t;
int pthread_key_create(pthread_key_t *NONNULL, void (*_Nullable)(void *NONNULL));
void *_Nullable pthread_getspecific(pthread_key_t);
int pthread_setspecific(pthread_key_t, const void *_Nullable);
char *_Nullable getenv(const char *NONNULL);
long write(int, const void *NONNULL, size_t);
int pthread_main_np(void);
typedef enum { CLOCK_MONOTONIC_RAW = 4 } clockid_t; // as Swift sees it: in C a macro for an enumerator
OS_AVAIL unsigned long long clock_gettime_nsec_np(clockid_t);
