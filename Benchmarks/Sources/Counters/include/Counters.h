// Counts what the process allocates, by standing in front of the C library's functions, and tells callgrind where it is.

/// How often the process has allocated memory.
long allocationCount(void);

/// How many bytes it has asked for, freed or not.
long requestedBytes(void);

/// Does nothing: callgrind writes down what it has counted when this is called.
void writeCounts(void);

/// Copies the process. Returns -1 in the copy, and its exit status in the original when it has ended.
int copyProcess(void);
