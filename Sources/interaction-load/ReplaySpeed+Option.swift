import InteractionCommandLine
import InteractionReplay

extension ReplaySpeed {
  /// The valid speeds.
  static let words = "0.01x to 1000x, or max"

  /// Parses an option's value.
  static let option = OptionParser.value(Self.words) { ReplaySpeed($0) }
}
