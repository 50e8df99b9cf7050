import NIOCore
import NIOHPACK

extension HPACKHeaders {
  private static let pseudoHeaders: Set<String> = [":method", ":scheme", ":path", ":authority"]
  private static let requiredPseudoHeaders: Set<String> = [":method", ":scheme", ":path"]
  /// What belongs to a connection (RFC 9113 §8.2.2).
  private static let connectionHeaders: Set<String> = [
    "connection", "keep-alive", "proxy-connection", "transfer-encoding", "upgrade",
  ]

  /// Whether they are a well-formed request (RFC 9113 §8.2, §8.3).
  var isWellFormed: Bool {
    var seen: Set<String> = []
    var isPastPseudoHeaders = false
    let areValid = self.allSatisfy { name, value, _ in
      guard value.isFieldValue else { return false }
      guard !name.hasPrefix(":") else {
        return !isPastPseudoHeaders && Self.pseudoHeaders.contains(name)
          && seen.insert(name).inserted
      }
      isPastPseudoHeaders = true
      return !name.isEmpty && name.utf8.allSatisfy(\.isLowercaseToken)
        && !Self.connectionHeaders.contains(name)
        && (name != "te" || value == "trailers")
    }
    return areValid && Self.requiredPseudoHeaders.isSubset(of: seen)
      && self.first(name: ":path")?.isEmpty == false && self.hasPossibleLength
  }

  /// Whether they may end a request (RFC 9113 §8.1).
  var areTrailers: Bool {
    self.allSatisfy { name, value, _ in
      value.isFieldValue && !name.isEmpty
        && name.utf8.allSatisfy(\.isLowercaseToken) && !Self.connectionHeaders.contains(name)
    }
  }

  /// Bytes of DATA that the request says it has; nil if it says nothing of that.
  var contentLength: Int? { self.first(name: "content-length").flatMap { Int($0) } }

  /// Whether `content-length` is one number, where it is there (RFC 9110 §8.6).
  private var hasPossibleLength: Bool {
    let lengths = self["content-length"]
    return lengths.allSatisfy {
      $0 == lengths.first && $0.utf8.allSatisfy { (0x30 ... 0x39).contains($0) } && Int($0) != nil
    }
  }
}

extension HPACKHeaders {
  private static let timeoutName = "grpc-timeout"

  /// How long the client lets the call take; nil for as long as it wants, or if it makes no sense.
  var timeout: TimeAmount? { self.first(name: Self.timeoutName).flatMap(Self.timeout) }

  /// Without a `grpc-timeout` that makes no sense: a negative one is a trap in grpc-swift.
  var withoutSenselessTimeout: HPACKHeaders {
    guard self[Self.timeoutName].contains(where: { Self.timeout($0) == nil }) else { return self }
    var headers = self
    headers.remove(name: Self.timeoutName)
    return headers
  }

  /// A number of at most eight digits, and its unit; nil if the text is anything else.
  private static func timeout(_ text: String) -> TimeAmount? {
    guard let unit = text.last, (2 ... 9).contains(text.utf8.count),
      text.utf8.dropLast().allSatisfy((UInt8(ascii: "0") ... UInt8(ascii: "9")).contains),
      let amount = Int64(text.dropLast())
    else { return nil }
    return switch unit {
    case "H": .hours(amount)
    case "M": .minutes(amount)
    case "S": .seconds(amount)
    case "m": .milliseconds(amount)
    case "u": .microseconds(amount)
    case "n": .nanoseconds(amount)
    default: nil
    }
  }
}

extension String {
  /// Whether it may be a header's value (RFC 9113 §8.2.1).
  fileprivate var isFieldValue: Bool {
    self.utf8.allSatisfy(\.isFieldValueByte) && self.utf8.first?.isBlank != true
      && self.utf8.last?.isBlank != true
  }
}

extension UInt8 {
  fileprivate var isBlank: Bool { self == 0x20 || self == 0x09 }

  /// Whether it may stand in a header's value (RFC 9110 §5.5).
  fileprivate var isFieldValueByte: Bool { self >= 0x20 && self != 0x7F || self == 0x09 }

  /// Whether it may stand in a header's name (RFC 9110 §5.6.2) as HTTP/2 has those.
  fileprivate var isLowercaseToken: Bool {
    switch self {
    case UInt8(ascii: "a") ... UInt8(ascii: "z"), UInt8(ascii: "0") ... UInt8(ascii: "9"),
      UInt8(ascii: "#") ... UInt8(ascii: "'"), UInt8(ascii: "!"), UInt8(ascii: "*"),
      UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "^"),
      UInt8(ascii: "_"), UInt8(ascii: "`"), UInt8(ascii: "|"), UInt8(ascii: "~"):
      true
    default: false
    }
  }
}
