/// A limit on the nesting of JSON, checked before decoding, since decoders may recurse.
@available(InteractionEngine 1.0, *)
enum JSONNesting {
  /// The maximum number of nested arrays and objects.
  static let maximum = 64

  /// Returns true if the nesting of UTF-8 encoded `json` does not exceed the maximum.
  ///
  /// A zero byte fails, too: UTF-8 JSON contains none, but UTF-16 and UTF-32 do, which Foundation
  /// would decode and this check does not parse.
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
