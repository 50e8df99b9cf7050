import Foundation

/// A peer's network, the unit of limits by address: its IPv4 address, or the first 64 bits of its
/// IPv6 address, since one subscriber has all addresses of that prefix.
@available(InteractionEngine 1.0, *)
package struct PeerNetwork: Hashable, Sendable, CustomStringConvertible {
  package let description: String

  /// - Parameter peer: An address as in logs, with or without a port, such as `127.0.0.1:50100` or
  ///   `[2001:db8::1]:50100`; or as in grpc-swift, with the prefix `ipv4:` or `ipv6:`.
  package init(of peer: String) {
    let host = Self.host(in: peer)
    self.description = Self.prefix(of: host) ?? host
  }

  private static func host(in peer: String) -> String {
    var rest = peer[...]
    for scheme in ["ipv4:", "ipv6:"] where rest.hasPrefix(scheme) {
      rest = rest.dropFirst(scheme.count)
    }
    if rest.hasPrefix("["), let end = rest.firstIndex(of: "]") {
      return String(rest[rest.index(after: rest.startIndex) ..< end])
    }
    // An IPv6 address without brackets has no port.
    guard let colon = rest.firstIndex(of: ":"), colon == rest.lastIndex(of: ":") else {
      return String(rest)
    }
    return String(rest[..<colon])
  }

  /// Returns the first 64 bits of an IPv6 address, or the address of IPv4 mapped to IPv6; nil for
  /// other addresses.
  private static func prefix(of host: String) -> String? {
    var address = in6_addr()
    guard host.contains(":"), inet_pton(AF_INET6, host, &address) == 1 else { return nil }
    let bytes = withUnsafeBytes(of: &address) { Array($0) }
    if bytes.prefix(10).allSatisfy({ $0 == 0 }), bytes[10] == 0xFF, bytes[11] == 0xFF {
      return bytes.suffix(4).map { "\($0)" }.joined(separator: ".")
    }
    let words = stride(from: 0, to: 8, by: 2).map { Int(bytes[$0]) << 8 | Int(bytes[$0 + 1]) }
    return words.map { String($0, radix: 16) }.joined(separator: ":") + "::/64"
  }
}
