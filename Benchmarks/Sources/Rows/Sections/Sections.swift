// All rows, in the order in which they are measured. Sections that slow the process down permanently come last.

import Dispatch
import Hopoate

private let tableRows = lookUpRows + creationRows

package let sections = [
    Section("One thread, in a process that has had no other", rows: tableRows),
    // Some locks and the C library's reference counting are cheaper before a process has its second thread.
    Section("One thread, in a process that has had others", prepare: startAnotherThread, rows: tableRows),
    Section("Two threads at once", rows: threadRows),
    Section("Memory", rows: memoryRows),
    Section("Without bounds", rows: otherRows),
    Section("How costs grow", rows: growthRows),
    Section("In a process that has used withShared", prepare: callWithShared, rows: withSharedRows + tableRows),
    // After the first one, look-ups that create an instance record the mocks that answer. Apps have none.
    Section("In a process that has had a MockContainer", rows: mockRows),
]

@Sendable private func startAnotherThread() {
    let group = DispatchGroup()
    DispatchQueue.global().async(group: group) {}
    group.wait()
}

@Sendable private func callWithShared() {
    DependencyContainer.withShared(DependencyContainer()) {}
}
