package import InteractionCore
package import SwiftProtobuf

/// A closed core enumeration with a generated twin: the mapping is written once, in `proto`, and
/// the way back follows from it.
package protocol WireEnum: CaseIterable, Hashable {
  associatedtype Wire: SwiftProtobuf.Enum
  /// The twin.
  var proto: Wire { get }
}

extension WireEnum {
  /// The case whose twin is `proto`; unknown and unspecified values are refused by name.
  package init(_ proto: Wire, _ field: String) throws(Violation) {
    guard let value = Self.allCases.first(where: { $0.proto == proto }) else {
      let problem =
        proto.rawValue == 0
        ? "must be specified" : "\(proto.rawValue) is not a value that this server knows"
      throw Violation(field: field, problem: problem)
    }
    self = value
  }

  /// The case whose twin is `proto`, or nil where it is unspecified.
  package init?(optional proto: Wire, _ field: String) throws(Violation) {
    if proto.rawValue == 0 { return nil }
    try self.init(proto, field)
  }
}
