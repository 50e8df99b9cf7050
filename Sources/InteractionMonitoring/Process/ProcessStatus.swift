/// The operating system's statistics of this process.
struct ProcessStatus: Hashable, Sendable {
  /// The CPU time since the start, user and system, s.
  let processorSeconds: Double
  let threads: Int
  let residentBytes: Int
  let virtualBytes: Int
  let openFiles: Int
  /// The maximum number of open files; nil without a limit.
  let maximumFiles: Int?
  /// The start time, s since 1970.
  let startSeconds: Double

  /// The descriptions of the metrics, by name.
  static let help = [
    "process_cpu_seconds_total": "Processor time used, user and system, in seconds.",
    "process_max_fds": "Files and sockets that may be open.",
    "process_open_fds": "Files and sockets that are open.",
    "process_resident_memory_bytes": "Memory in use, in bytes.",
    "process_start_time_seconds": "When the process was started, in seconds since 1970.",
    "process_threads": "Threads of the process.",
    "process_virtual_memory_bytes": "Address space in use, in bytes.",
  ]

  static var names: [MetricName] { self.help.keys.sorted().map { MetricName($0) } }

  /// The statistics as metrics.
  var families: [MetricFamily] {
    [
      self.family("process_cpu_seconds_total", .counter, self.processorSeconds.expositionText),
      self.family("process_open_fds", .gauge, "\(self.openFiles)"),
      self.family("process_resident_memory_bytes", .gauge, "\(self.residentBytes)"),
      self.family("process_start_time_seconds", .gauge, self.startSeconds.expositionText),
      self.family("process_threads", .gauge, "\(self.threads)"),
      self.family("process_virtual_memory_bytes", .gauge, "\(self.virtualBytes)"),
    ] + (self.maximumFiles.map { [self.family("process_max_fds", .gauge, "\($0)")] } ?? [])
  }

  private func family(_ name: String, _ kind: MetricKind, _ value: String) -> MetricFamily {
    MetricFamily(
      name: MetricName(name), kind: kind,
      series: [.init(labels: .empty, samples: [MetricSample(value)])])
  }
}
