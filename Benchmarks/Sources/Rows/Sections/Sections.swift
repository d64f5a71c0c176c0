// All rows, in the order in which they are measured: what slows the process down for good comes as late as it can.

import Dispatch
import Hopoate

private let tableRows = lookUpRows + creationRows

package let sections = [
    Section("One thread, in a process that has had no other", rows: tableRows),
    // Some locks and the C library's reference counting are cheaper before a process has its second thread.
    Section("One thread, in a process that has had others", prepare: haveAnotherThread, rows: tableRows),
    Section("Two threads at once", rows: threadRows),
    Section("Memory", rows: memoryRows),
    Section("Without bounds", rows: otherRows),
    Section("How costs grow", rows: growthRows),
    Section("In a process that has used withShared", prepare: useWithShared, rows: withSharedRows + tableRows),
    // From the first one on, look-ups that make something note the mocks that answer. No app has one.
    Section("In a process that has had a MockContainer", rows: mockRows),
]

@Sendable private func haveAnotherThread() {
    let group = DispatchGroup()
    DispatchQueue.global().async(group: group) {}
    group.wait()
}

@Sendable private func useWithShared() {
    DependencyContainer.withShared(DependencyContainer()) {}
}
