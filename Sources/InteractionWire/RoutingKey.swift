/// The key by which proxies in front of a fleet choose an engine. It is the same for all sessions
/// of a user and for the commands to them.
package enum RoutingKey {
  /// The header with the key.
  package static let header = "x-interaction-key"
  /// The query parameter of a WebSocket's URL with the key, since browsers cannot send headers
  /// there.
  package static let parameter = "key"
  /// The header with the name of the engine that a call is for. Any other engine refuses the call,
  /// since a proxy's ring may differ from that of the engines for a moment.
  package static let engineHeader = "x-interaction-engine"

  /// The number of variants of a key besides itself.
  package static let variants = 3

  private static let digits = Array("0123456789ABCDEF".utf8)
  /// The characters other than letters and digits that `encodeURIComponent` does not escape.
  private static let marks = Set("-_.!~*'()".utf8)

  /// Returns the key of the user or, without one, of the session.
  package static func of(user: String, sessionID: String) -> String {
    self.of(user.isEmpty ? sessionID : user)
  }

  /// Returns the key of a name, percent-encoded as in a URL. The header has the same form, since
  /// proxies hash what they receive.
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

  /// Returns a variant of a key, by which a proxy chooses another engine. After `OVERLOADED` a
  /// client uses the next variant.
  ///
  /// - Parameter number: 0 for the key itself; numbers above ``variants`` wrap around.
  package static func variant(_ number: Int, of key: String) -> String {
    let number = number % (Self.variants + 1)
    return number == 0 ? key : "\(key)~\(number)"
  }

  /// Returns whether a key equals another one or one of its variants.
  package static func isVariant(_ key: String, of own: String) -> Bool {
    (0 ... Self.variants).contains { self.variant($0, of: own) == key }
  }
}
