/// What proxies before a fleet choose an engine by. A user's sessions, and the commands to these,
/// have the same.
package enum RoutingKey {
  /// The header that carries the key.
  package static let header = "x-interaction-key"
  /// The parameter of a WebSocket's address that carries it, since browsers send no headers there.
  package static let parameter = "key"

  /// The most variants of a key besides itself.
  package static let variants = 3

  private static let digits = Array("0123456789ABCDEF".utf8)
  /// What `encodeURIComponent` of browsers leaves as it is, besides letters and digits.
  private static let marks = Set("-_.!~*'()".utf8)

  /// The user if there is one, else the session.
  package static func of(user: String, sessionID: String) -> String {
    self.of(user.isEmpty ? sessionID : user)
  }

  /// A name as it stands in an address. A header has it in the same form: proxies take the hash of
  /// what they see.
  package static func of(_ name: String) -> String {
    var key: [UInt8] = []
    for byte in name.utf8 {
      switch byte {
      case UInt8(ascii: "A") ... UInt8(ascii: "Z"), UInt8(ascii: "a") ... UInt8(ascii: "z"),
        UInt8(ascii: "0") ... UInt8(ascii: "9"):
        key.append(byte)
      case _ where self.marks.contains(byte):
        key.append(byte)
      default:
        key += [UInt8(ascii: "%"), self.digits[Int(byte >> 4)], self.digits[Int(byte & 15)]]
      }
    }
    return String(decoding: key, as: UTF8.self)
  }

  /// A variant of a key: a proxy chooses another server by it. After `OVERLOADED` a client takes
  /// the next one.
  ///
  /// - Parameter number: 0 for the key itself; higher numbers than ``variants`` begin anew.
  package static func variant(_ number: Int, of key: String) -> String {
    let number = number % (Self.variants + 1)
    return number == 0 ? key : "\(key)~\(number)"
  }

  /// Whether a key is another one, or a variant of it.
  package static func isVariant(_ key: String, of own: String) -> Bool {
    (0 ... Self.variants).contains { self.variant($0, of: own) == key }
  }
}
