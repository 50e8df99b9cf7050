import Foundation

/// The memory in use by the process.
@available(InteractionEngine 1.0, *)
package struct ProcessMemory: Hashable, Sendable {
  /// The resident memory, in bytes.
  package var resident: Int
  /// The address space, in bytes.
  package var addressSpace: Int
  /// The free bytes of the heap, which count as address space.
  package var freeHeap = 0

  package init(resident: Int, addressSpace: Int = 0) {
    self.resident = resident
    self.addressSpace = addressSpace
  }

  /// The address space without the free heap, in bytes.
  var usedAddressSpace: Int { self.addressSpace - self.freeHeap }

  /// The memory of this process, without the free heap; nil if `/proc` does not report it.
  package static var current: ProcessMemory? {
    guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else {
      return nil
    }
    let pages = text.split(separator: " ").prefix(2).compactMap { Int($0) }
    guard pages.count == 2 else { return nil }
    let pageSize = Int(sysconf(Int32(_SC_PAGESIZE)))
    return ProcessMemory(resident: pages[1] * pageSize, addressSpace: pages[0] * pageSize)
  }
}
