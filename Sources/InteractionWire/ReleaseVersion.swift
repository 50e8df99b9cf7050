/// The version of the engine, its tools and its clients.
package enum ReleaseVersion {
  /// The semantic version, for which `scripts/release` makes artefacts.
  package static let number = "0.1.0"
}
