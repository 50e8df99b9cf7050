package import InteractionCore
package import SwiftProtobuf

/// An enumeration of the contract.
package protocol WordedEnum: SwiftProtobuf.Enum {
  /// The words of its values, by number: their names without the enumeration's prefix, in lower
  /// case. Experiences, traces and the web client have the same.
  static var words: [String] { get }
}

/// A closed core enumeration with a generated twin.
package protocol WireEnum: CaseIterable, Hashable {
  associatedtype Wire: WordedEnum
  /// The twin.
  var proto: Wire { get }

  /// The case whose twin is `proto`; nil for an unspecified value, and for one of a later contract.
  init?(known proto: Wire)
}

/// Where the raw values of the cases are the numbers of their twins.
extension WireEnum where Self: RawRepresentable<Int> {
  package var proto: Wire { Wire(rawValue: self.rawValue) ?? Wire() }

  package init?(known proto: Wire) {
    self.init(rawValue: proto.rawValue)
  }
}

/// Where the raw values of the cases are the words of their twins, in capitals.
extension WireEnum where Self: RawRepresentable<String> {
  package var proto: Wire {
    Wire.words.firstIndex(of: self.rawValue.lowercased()).flatMap { Wire(rawValue: $0) } ?? Wire()
  }
}

extension WireEnum {
  /// The contract's word for the case, such as `programmatic_moved`.
  package var word: String { Wire.words[self.proto.rawValue] }

  package init?(known proto: Wire) {
    guard let value = Self.allCases.first(where: { $0.proto == proto }) else { return nil }
    self = value
  }

  /// The case whose twin is `proto`; unknown and unspecified values are refused by name.
  package init(_ proto: Wire, _ field: String) throws(Violation) {
    if let value = Self(known: proto) {
      self = value
    } else if proto.rawValue == 0 {
      throw Violation(field: field, problem: "must be specified")
    } else {
      throw .unknownValue(proto.rawValue, of: field)
    }
  }

  /// The case whose twin is `proto`, or nil where it is unspecified.
  package init?(optional proto: Wire, _ field: String) throws(Violation) {
    if proto.rawValue == 0 { return nil }
    try self.init(proto, field)
  }
}

extension Violation {
  /// A value of a later contract.
  static func unknownValue(_ value: Int, of field: String) -> Violation {
    Violation(
      field: field, problem: "\(value) is not a value that this server knows", kind: .unknown)
  }
}
