import BuildInfo
import InteractionWire
import Metrics

/// The version of the engine and the Git commit that it was built from.
enum EngineVersion {
  /// The commit's hexadecimal digits; nil for a build without one.
  static let commit: String? = {
    let commit = String(cString: interaction_build_commit())
    return commit.isEmpty ? nil : commit
  }()

  /// The version as the commands print it.
  static let text =
    "interaction-engine \(ReleaseVersion.number)" + (Self.commit.map { " (commit \($0))" } ?? "")

  /// Sets the gauge `interaction_build_info` to 1, with the version and the commit as labels.
  static func recordMetric() {
    Gauge(
      label: "interaction_build_info",
      dimensions: [("version", ReleaseVersion.number), ("commit", Self.commit ?? "")]
    ).record(1)
  }
}
