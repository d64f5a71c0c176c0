// All rows, in the order in which they are measured: what slows the process down for good comes as late as it can.

import Dispatch

package let sections = [
    Section("One thread, in a process that has had no other", rows: coreRows),
    // Some locks and the C library's reference counting are cheaper before a process has its second thread.
    Section("One thread, in a process that has had others", prepare: haveAnotherThread, rows: coreRows),
    Section("Among other services", rows: crowdRows),
    Section("Two threads at once", rows: threadRows),
    Section("Ways to look up", rows: lookUpRows),
    Section("Making and registering", rows: creationRows),
    Section("Wiring", rows: [validationRow]),
    Section("Memory", rows: memoryRows),
    Section("In a process that has used withShared", prepare: useWithShared, rows: bindingRows),
]

@Sendable private func haveAnotherThread() {
    let group = DispatchGroup()
    DispatchQueue.global().async(group: group) {}
    group.wait()
}
