package import GRPCCore

/// A trace ID from `traceparent` (W3C Trace Context, level 1). It is logged, so that traces and log
/// lines can be correlated.
@available(InteractionEngine 1.0, *)
package struct TraceID: Hashable, Sendable {
  /// The trace ID: 32 lower-case hexadecimal digits, not all 0.
  package let text: String

  /// The byte ranges of `VERSION-TRACE-PARENT-FLAGS`.
  private enum FieldRange {
    static let version = 0 ..< 2
    static let trace = 3 ..< 35
    static let parent = 36 ..< 52
    static let flags = 53 ..< 55
    static let length = 55
    static let dashes = [2, 35, 52]
  }

  /// Parses the `traceparent` headers; nil if there is none, more than one, or an invalid one.
  /// Versions after 00 may have more fields after a further dash.
  package init?(traceparent headers: [String]) {
    guard headers.count == 1, let bytes = Self.valid(Array(headers[0].utf8)) else { return nil }
    self.text = String(decoding: bytes[FieldRange.trace], as: UTF8.self)
  }

  /// Parses the `traceparent` of a call's metadata.
  package init?(_ metadata: Metadata) {
    self.init(traceparent: Array(metadata[stringValues: "traceparent"]))
  }

  private static func valid(_ bytes: [UInt8]) -> [UInt8]? {
    let (dash, zero) = (UInt8(ascii: "-"), UInt8(ascii: "0"))
    guard bytes.count >= FieldRange.length, FieldRange.dashes.allSatisfy({ bytes[$0] == dash })
    else {
      return nil
    }
    let parts = [FieldRange.version, FieldRange.trace, FieldRange.parent, FieldRange.flags]
    guard parts.allSatisfy({ bytes[$0].allSatisfy(\.isLowercaseHexDigit) }) else { return nil }
    let isFirst = bytes[FieldRange.version].allSatisfy { $0 == zero }
    let isInvalid = bytes[FieldRange.version].allSatisfy { $0 == UInt8(ascii: "f") }
    let hasMore = bytes.count > FieldRange.length
    guard !isInvalid, !hasMore || !isFirst && bytes[FieldRange.length] == dash else { return nil }
    guard [FieldRange.trace, FieldRange.parent].allSatisfy({ bytes[$0].contains { $0 != zero } })
    else {
      return nil
    }
    return bytes
  }
}

@available(InteractionEngine 1.0, *)
extension UInt8 {
  fileprivate var isLowercaseHexDigit: Bool {
    (UInt8(ascii: "0") ... UInt8(ascii: "9")).contains(self)
      || (UInt8(ascii: "a") ... UInt8(ascii: "f")).contains(self)
  }
}
