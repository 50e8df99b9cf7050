@available(InteractionEngine 1.0, *)
extension Unicode.Scalar {
  /// A Boolean value that indicates whether the scalar is visible and does not affect its
  /// surroundings: no control character, line end or change of direction.
  public var isVisible: Bool {
    if self.isASCII { return (0x20 ... 0x7E).contains(self.value) }
    return switch self.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse,
      .unassigned:
      false
    default: true
    }
  }
}

@available(InteractionEngine 1.0, *)
extension String {
  /// The text as one line that is safe for a terminal: scalars that are not visible are escaped, as
  /// `\u{1b}`.
  ///
  /// Use it for all text of other origin, such as from a store or a server.
  public var printable: String { self.printable(atMost: .max) }

  /// The text with each line made printable: it keeps its line feeds.
  package var printableLines: String {
    self.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
      .map { String($0).printable }.joined(separator: "\n")
  }

  /// Returns the printable text, truncated with `…` after `count` scalars.
  public func printable(atMost count: Int) -> String {
    var text = ""
    for scalar in self.unicodeScalars.prefix(count) {
      if scalar.isVisible {
        text.unicodeScalars.append(scalar)
      } else {
        text += "\\u{\(String(scalar.value, radix: 16))}"
      }
    }
    return self.unicodeScalars.dropFirst(count).isEmpty ? text : text + "…"
  }
}
