/// What can be asked for, by its path.
enum MonitoringPath: String, CaseIterable {
  case index = "/"
  case metrics = "/metrics"
  case live = "/health/live"
  case ready = "/health/ready"

  /// What it is for, in a few words.
  var summary: String {
    switch self {
    case .index: "this page"
    case .metrics: "metrics in the Prometheus text format"
    case .live: "200 while the process runs"
    case .ready: "200 when it takes work, otherwise 503 and the reason"
    }
  }
}
