import InteractionFiles

/// The format of a log line.
package enum LogFormat: String, CaseIterable, Sendable {
  /// `time=… level=info event="session opened" session=…`
  case text
  /// One JSON object.
  case json

  /// Returns a line with the fields in their order, without a line feed.
  func line(_ fields: [(name: String, value: String)]) -> String {
    switch self {
    case .text:
      fields.map { "\($0.name)=\($0.value.isPlain ? $0.value : $0.value.quoted)" }
        .joined(separator: " ")
    case .json:
      "{" + fields.map { "\($0.name.jsonText):\($0.value.jsonText)" }.joined(separator: ",") + "}"
    }
  }
}

extension String {
  /// A Boolean value that indicates whether the value needs no quotation marks: printable ASCII
  /// without space, `"`, `=` and `\`.
  fileprivate var isPlain: Bool {
    !self.isEmpty
      && self.utf8.allSatisfy { byte in
        (0x21 ... 0x7E).contains(byte) && byte != UInt8(ascii: "\"")
          && byte != UInt8(ascii: "=") && byte != UInt8(ascii: "\\")
      }
  }

  /// The value in quotation marks, with `"`, `\` and invisible characters escaped.
  fileprivate var quoted: String {
    self.inQuotes { "\\u{\(String($0.value, radix: 16))}" }
  }

  /// The value as a JSON string.
  fileprivate var jsonText: String {
    self.inQuotes { scalar in
      String(scalar).utf16.map { unit in
        let digits = String(unit, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }.joined()
    }
  }

  private func inQuotes(_ escape: (Unicode.Scalar) -> String) -> String {
    var text = "\""
    for scalar in self.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case _ where scalar.isVisible: text.unicodeScalars.append(scalar)
      default: text += escape(scalar)
      }
    }
    return text + "\""
  }
}
