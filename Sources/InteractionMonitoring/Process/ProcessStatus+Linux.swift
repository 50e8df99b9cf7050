import Foundation

extension ProcessStatus {
  /// The units in which Linux counts.
  struct Units: Hashable, Sendable {
    var ticksPerSecond: Int
    var pageBytes: Int
  }

  /// Reads the texts that Linux shows of a process; see proc(5). Nothing if one of them is not what
  /// it should be.
  ///
  /// - Parameters:
  ///   - stat: `/proc/self/stat`
  ///   - limits: `/proc/self/limits`
  ///   - system: `/proc/stat`
  ///   - openFiles: The number of entries in `/proc/self/fd`.
  init?(stat: String, limits: String, system: String, openFiles: Int, units: Units) {
    // The second field is the name of the program, which can contain anything, also brackets.
    guard let nameEnd = stat.lastIndex(of: ")") else { return nil }
    let fields = stat[nameEnd...].split(separator: " ").dropFirst()
    /// A field under its number in the manual.
    func field(_ number: Int) -> Int? {
      let index = fields.startIndex + number - 3
      return fields.indices.contains(index) ? Int(fields[index]) : nil
    }
    /// The words of a line after its title.
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
    /// The status at this moment; nothing if it cannot be read.
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
        // One of them was the directory itself.
        openFiles: files.count - 1,
        units: Units(
          ticksPerSecond: sysconf(Int32(_SC_CLK_TCK)),
          pageBytes: sysconf(Int32(_SC_PAGESIZE))))
    }
  #else
    /// The status at this moment, which is only known how to find out on Linux.
    static var current: ProcessStatus? { nil }
  #endif
}
