/// Bounds how deep JSON is nested before a decoder, which may recurse, sees it.
@available(InteractionEngine 1.0, *)
enum JSONDepth {
  /// Most arrays and objects inside each other.
  static let maximum = 64

  /// Whether `json` is nested no deeper than the maximum, as far as it is JSON in UTF-8.
  ///
  /// A zero byte fails, too: it is in no JSON of UTF-8 but in all of UTF-16 and UTF-32, which
  /// Foundation would read, and which this does not see through.
  static func isBounded(_ json: some Sequence<UInt8>) -> Bool {
    var depth = 0
    var isText = false
    var isEscaped = false
    for byte in json {
      switch byte {
      case 0:
        return false
      case _ where isEscaped:
        isEscaped = false
      case UInt8(ascii: "\\"):
        isEscaped = isText
      case UInt8(ascii: "\""):
        isText.toggle()
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        if !isText { depth += 1 }
      case UInt8(ascii: "]"), UInt8(ascii: "}"):
        if !isText { depth -= 1 }
      default:
        break
      }
      if depth > self.maximum { return false }
    }
    return true
  }
}
