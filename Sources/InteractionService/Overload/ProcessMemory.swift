import Foundation

/// The memory that the process uses.
@available(InteractionEngine 1.0, *)
package struct ProcessMemory: Hashable, Sendable {
  /// Bytes in main memory.
  package var resident: Int
  /// Bytes of address space.
  package var addressSpace: Int
  /// Bytes of address space that the heap has and could hand out again.
  package var freeHeap = 0

  package init(resident: Int, addressSpace: Int = 0) {
    self.resident = resident
    self.addressSpace = addressSpace
  }

  /// The address space without the free part of the heap: what cannot be used again.
  var usedAddressSpace: Int { self.addressSpace - self.freeHeap }

  /// This process's memory, without a look at the heap; nil where `/proc` does not say.
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
