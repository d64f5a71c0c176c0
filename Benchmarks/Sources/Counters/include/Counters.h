// Counts the process's allocations by wrapping the C library's functions, and marks points for callgrind.

/// How often the process has allocated memory.
long allocationCount(void);

/// How many bytes the process has requested, including freed ones.
long requestedBytes(void);

/// Does nothing. Callgrind writes its counts when this is called.
void writeCounts(void);

/// Forks the process. Returns -1 in the copy. In the original, waits for the copy's end and returns its exit status.
int copyProcess(void);
