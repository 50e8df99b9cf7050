/// The paths that are served.
enum MonitoringPath: String, CaseIterable {
  case index = "/"
  case metrics = "/metrics"
  case live = "/health/live"
  case ready = "/health/ready"

  /// A short description for the index page.
  var summary: String {
    switch self {
    case .index: "this page"
    case .metrics: "metrics in the Prometheus text format"
    case .live: "200 while the process runs"
    case .ready: "200 when it accepts sessions, otherwise 503 and the reason"
    }
  }
}
