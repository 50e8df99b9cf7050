import Foundation

/// How much memory the process uses.
@available(InteractionEngine 1.0, *)
enum ProcessMemory {
  /// What is in main memory, bytes; nil where the system does not say so in `/proc`.
  static var resident: Int? {
    guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else {
      return nil
    }
    let words = text.split(separator: " ")
    guard words.count > 1, let pages = Int(words[1]) else { return nil }
    return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
  }
}
