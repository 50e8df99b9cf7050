extension String {
  /// Returns the text with backslashes and line feeds escaped, and quotation marks if `quotes`.
  func escaped(quotes: Bool) -> String {
    let isSpecial: (UInt8) -> Bool = {
      $0 == UInt8(ascii: "\\") || $0 == UInt8(ascii: "\n") || (quotes && $0 == UInt8(ascii: "\""))
    }
    guard self.utf8.contains(where: isSpecial) else { return self }
    var text = ""
    for scalar in self.unicodeScalars {
      switch scalar {
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\"" where quotes: text += "\\\""
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}

extension Double {
  /// The number in the Prometheus text format; whole numbers have no fraction.
  var expositionText: String {
    if self.isNaN { return "NaN" }
    if self.isInfinite { return self < 0 ? "-Inf" : "+Inf" }
    let text = "\(self)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
