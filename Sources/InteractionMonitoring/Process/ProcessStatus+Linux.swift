import Foundation

extension ProcessStatus {
  /// The kernel's units.
  struct Units: Hashable, Sendable {
    var ticksPerSecond: Int
    var pageBytes: Int
  }

  /// Parses the files of procfs, see proc(5); nil if one of them is malformed.
  ///
  /// - Parameters:
  ///   - stat: The content of `/proc/self/stat`.
  ///   - limits: The content of `/proc/self/limits`.
  ///   - system: The content of `/proc/stat`.
  ///   - openFiles: The number of entries in `/proc/self/fd`.
  init?(stat: String, limits: String, system: String, openFiles: Int, units: Units) {
    // The second field is the program's name in parentheses, which may itself contain parentheses.
    guard let nameEnd = stat.lastIndex(of: ")") else { return nil }
    let fields = stat[nameEnd...].split(separator: " ").dropFirst()
    /// Returns a field by its number in proc(5).
    func field(_ number: Int) -> Int? {
      let index = fields.startIndex + number - 3
      return fields.indices.contains(index) ? Int(fields[index]) : nil
    }
    /// Returns the words after a line's title.
    func words(_ title: String, in text: String) -> [Substring] {
      let line = text.split(separator: "\n").first { $0.hasPrefix(title) }
      return line?.dropFirst(title.count).split(separator: " ") ?? []
    }
    guard
      let user = field(14), let kernel = field(15), let threads = field(20), let start = field(22),
      let virtualBytes = field(23), let residentPages = field(24),
      let bootSeconds = words("btime", in: system).first.flatMap({ Double($0) })
    else { return nil }
    let ticksPerSecond = Double(units.ticksPerSecond)
    self.init(
      processorSeconds: Double(user + kernel) / ticksPerSecond,
      threads: threads,
      residentBytes: residentPages * units.pageBytes,
      virtualBytes: virtualBytes,
      openFiles: openFiles,
      maximumFiles: words("Max open files", in: limits).first.flatMap { Int($0) },
      startSeconds: bootSeconds + Double(start) / ticksPerSecond)
  }

  #if os(Linux)
    /// The current status; nil if it cannot be read.
    static var current: ProcessStatus? {
      func text(_ path: String) -> String? {
        FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
      }
      guard
        let stat = text("/proc/self/stat"), let limits = text("/proc/self/limits"),
        let system = text("/proc/stat"),
        let files = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
      else { return nil }
      return ProcessStatus(
        stat: stat, limits: limits, system: system,
        // One of them is the descriptor of the directory itself.
        openFiles: files.count - 1,
        units: Units(
          ticksPerSecond: sysconf(Int32(_SC_CLK_TCK)),
          pageBytes: sysconf(Int32(_SC_PAGESIZE))))
    }
  #else
    /// Nil, since the status is implemented for Linux only.
    static var current: ProcessStatus? { nil }
  #endif
}
