import NIOCore
import NIOHPACK

extension HPACKHeaders {
  private static let pseudoHeaders: Set<String> = [":method", ":scheme", ":path", ":authority"]
  private static let requiredPseudoHeaders: Set<String> = [":method", ":scheme", ":path"]
  /// The connection-specific header fields, which HTTP/2 forbids (RFC 9113 §8.2.2).
  private static let connectionHeaders: Set<String> = [
    "connection", "keep-alive", "proxy-connection", "transfer-encoding", "upgrade",
  ]

  /// A Boolean value that indicates whether these are the headers of a well-formed request
  /// (RFC 9113 §8.2, §8.3).
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
      && self.first(name: ":path")?.isEmpty == false && self.hasValidContentLength
  }

  /// A Boolean value that indicates whether these are well-formed trailers (RFC 9113 §8.1).
  var areTrailers: Bool {
    self.allSatisfy { name, value, _ in
      value.isFieldValue && !name.isEmpty
        && name.utf8.allSatisfy(\.isLowercaseToken) && !Self.connectionHeaders.contains(name)
    }
  }

  /// The request's `content-length`, in bytes; nil without one.
  var contentLength: Int? { self.first(name: "content-length").flatMap { Int($0) } }

  /// A Boolean value that indicates whether `content-length` is absent or one number (RFC 9110
  /// §8.6).
  private var hasValidContentLength: Bool {
    let lengths = self["content-length"]
    return lengths.allSatisfy {
      $0 == lengths.first && $0.utf8.allSatisfy { (0x30 ... 0x39).contains($0) } && Int($0) != nil
    }
  }
}

extension HPACKHeaders {
  private static let timeoutName = "grpc-timeout"

  /// The call's `grpc-timeout`; nil if it is absent or invalid.
  var timeout: TimeAmount? { self.first(name: Self.timeoutName).flatMap(Self.timeout) }

  /// The headers without an invalid `grpc-timeout`: grpc-swift traps on a negative one.
  var withoutInvalidTimeout: HPACKHeaders {
    guard self[Self.timeoutName].contains(where: { Self.timeout($0) == nil }) else { return self }
    var headers = self
    headers.remove(name: Self.timeoutName)
    return headers
  }

  /// Parses a timeout of at most eight digits and a unit; nil if it is malformed.
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
  /// A Boolean value that indicates whether this is a valid field value (RFC 9113 §8.2.1).
  fileprivate var isFieldValue: Bool {
    self.utf8.allSatisfy(\.isFieldValueByte) && self.utf8.first?.isBlank != true
      && self.utf8.last?.isBlank != true
  }
}

extension UInt8 {
  fileprivate var isBlank: Bool { self == 0x20 || self == 0x09 }

  /// A Boolean value that indicates whether the byte is valid in a field value (RFC 9110 §5.5).
  fileprivate var isFieldValueByte: Bool { self >= 0x20 && self != 0x7F || self == 0x09 }

  /// A Boolean value that indicates whether the byte is valid in a lowercase field name (RFC 9110
  /// §5.6.2).
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
