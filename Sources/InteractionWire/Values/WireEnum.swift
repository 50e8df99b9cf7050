package import InteractionCore
package import SwiftProtobuf

/// A generated enumeration with words for its values.
package protocol NamedEnum: SwiftProtobuf.Enum {
  /// The words, by number: the names without the enumeration's prefix, in lower case. Experiences,
  /// traces and the web client use the same words.
  static var words: [String] { get }
}

/// A closed core enumeration with a generated counterpart.
package protocol WireEnum: CaseIterable, Hashable {
  associatedtype Wire: NamedEnum
  /// The counterpart of the case.
  var proto: Wire { get }

  /// Creates the case of `proto`; nil for an unspecified or unknown value.
  init?(known proto: Wire)
}

/// Conversions for cases whose raw values are the enum numbers.
extension WireEnum where Self: RawRepresentable<Int> {
  package var proto: Wire { Wire(rawValue: self.rawValue) ?? Wire() }

  package init?(known proto: Wire) {
    self.init(rawValue: proto.rawValue)
  }
}

/// Conversions for cases whose raw values are the words in capitals.
extension WireEnum where Self: RawRepresentable<String> {
  package var proto: Wire {
    let index = Wire.words.firstIndex { word in
      self.rawValue.utf8.elementsEqual(
        word.utf8.lazy.map { $0 == UInt8(ascii: "_") ? $0 : $0 - 32 })
    }
    return index.flatMap { Wire(rawValue: $0) } ?? Wire()
  }
}

extension WireEnum {
  /// The word of the case, such as `programmatic_moved`.
  package var word: String { Wire.words[self.proto.rawValue] }

  package init?(known proto: Wire) {
    guard let value = Self.allCases.first(where: { $0.proto == proto }) else { return nil }
    self = value
  }

  /// Creates the case of `proto`.
  ///
  /// - Throws: A violation of `field` for an unspecified or unknown value.
  package init(_ proto: Wire, _ field: String) throws(Violation) {
    if let value = Self(known: proto) {
      self = value
    } else if proto.rawValue == 0 {
      throw Violation(field: field, problem: "must be specified")
    } else {
      throw .unknownValue(proto.rawValue, of: field)
    }
  }

  /// Creates the case of `proto`; nil for an unspecified value.
  package init?(optional proto: Wire, _ field: String) throws(Violation) {
    if proto.rawValue == 0 { return nil }
    try self.init(proto, field)
  }
}

extension Violation {
  /// Returns the violation of an enum value that this build does not know.
  static func unknownValue(_ value: Int, of field: String) -> Violation {
    Violation(
      field: field, problem: "is \(value), unknown to this server", kind: .unknown)
  }
}
