import ArgumentParser
import InteractionFleet

/// The options for moving open sessions to a published version (rule V1).
struct MoveOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Moves open sessions to the version, each at rest: so many per cent of an engine's sessions per \
      second, such as 5%; 100% moves all at once. The metric interaction_experience_sessions shows \
      the progress.
      """, valueName: "share"))
  var moveOpen: Share?

  @Flag(
    help: """
      Moves open sessions also to a version with images, animations or sounds that their own version \
      does not have.
      """)
  var allowNewAssets = false

  func validate() throws {
    guard !self.allowNewAssets || self.moveOpen != nil else {
      throw ValidationError("--allow-new-assets needs --move-open")
    }
  }

  /// The order for the engines; nil if open sessions keep their version.
  var record: SessionMoveRecord? {
    self.moveOpen.map {
      SessionMoveRecord(sharePerSecond: $0.value, allowsNewAssets: self.allowNewAssets)
    }
  }

  /// A percentage.
  struct Share: ExpressibleByArgument {
    /// The fraction, more than 0, at most 1.
    let value: Double

    init?(argument: String) {
      guard argument.hasSuffix("%"), let percent = Double(argument.dropLast()),
        percent > 0, percent <= 100
      else { return nil }
      self.value = percent / 100
    }
  }
}
