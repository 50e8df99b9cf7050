import InteractionCommandLine
import InteractionReplay

extension ReplaySpeed {
  /// The speeds that there are.
  static let words = "0.01x to 1000x, or max"

  /// Reads an option's value.
  static let option = OptionReader.value(Self.words) { ReplaySpeed($0) }
}
