/// What the operating system says about this process.
struct ProcessStatus: Hashable, Sendable {
  /// Time on a processor since the start, in the program and in the kernel on its behalf, seconds.
  let processorSeconds: Double
  let threads: Int
  let residentBytes: Int
  let virtualBytes: Int
  let openFiles: Int
  /// Nothing if there is no limit.
  let maximumFiles: Int?
  /// When it was started, seconds since 1970.
  let startSeconds: Double

  /// The metrics and their descriptions.
  static let help = [
    "process_cpu_seconds_total": "Processor time used, user and system, in seconds.",
    "process_max_fds": "Files and sockets that may be open.",
    "process_open_fds": "Files and sockets that are open.",
    "process_resident_memory_bytes": "Memory in use, in bytes.",
    "process_start_time_seconds": "When the process was started, in seconds since 1970.",
    "process_threads": "Threads of the process.",
    "process_virtual_memory_bytes": "Address space in use, in bytes.",
  ]

  /// The names of the metrics.
  static var names: [MetricName] { self.help.keys.sorted().map { MetricName($0) } }

  /// The status as metrics.
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
      series: [.init(labels: .empty, samples: [Sample(value)])])
  }
}
