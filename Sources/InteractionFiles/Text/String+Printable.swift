@available(InteractionEngine 1.0, *)
extension Unicode.Scalar {
  /// A Boolean value that indicates whether the scalar stands for something to see and changes
  /// nothing around it: no control character, no line end, no change of direction.
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
  /// The text as one line that a terminal only shows: what is not visible is escaped, as
  /// `\u{1b}`.
  ///
  /// For all that others wrote, such as what comes from a store or a server.
  public var printable: String { self.printable(atMost: .max) }

  /// The same of each line: the text keeps its line feeds.
  package var printableLines: String {
    self.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
      .map { String($0).printable }.joined(separator: "\n")
  }

  /// The same, cut off with `…` where it has more than `count` characters.
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
