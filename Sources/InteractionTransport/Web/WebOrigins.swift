package import NIOCore

/// The origins whose pages may reach the engine from a browser.
///
/// A browser lets any page open a WebSocket to any server, and sends the page's origin in `Origin`.
/// Other clients send no such header.
package struct WebOrigins: Hashable, Sendable {
  /// The purpose of a request.
  enum Purpose: Hashable {
    /// Sessions, and the calls of clients and backends.
    case call
    /// The calls and pages of operators, such as draining the server.
    case operate
  }

  /// Scheme, host and port, as browsers write them: `https://shop.example`.
  private let users: Set<String>
  private let operators: Set<String>

  package init(users: Set<String> = [], operators: Set<String> = []) {
    self.users = users
    self.operators = operators
  }

  /// Returns whether a request with these `Origin` headers is allowed.
  func allow(_ origins: [String], to purpose: Purpose) -> Bool {
    let allowed =
      switch purpose {
      case .call: self.users
      case .operate: self.operators
      }
    return switch origins.count {
    case 0: true
    case 1: allowed.contains(origins[0].lowercased())
    default: false
    }
  }

  /// Returns whether a request with these `Host` headers is allowed on a listener.
  ///
  /// DNS rebinding can point any name at a loopback address, and browsers take a page of that name
  /// for the server's own. On a loopback address a request must therefore name the loopback
  /// interface, or the host of an allowed origin.
  package func allow(hosts: [String], on listener: SocketAddress?) -> Bool {
    guard let ip = listener?.ipAddress, Self.isLoopback(ip) else { return true }
    guard hosts.count == 1 else { return hosts.isEmpty }
    let name = Self.name(in: hosts[0].lowercased())
    return Self.loopbackNames.contains(name) || Self.isLoopback(name)
      || self.users.union(self.operators).contains {
        $0.split(separator: "/").last.map { Self.name(in: String($0)) } == name
      }
  }

  private static let loopbackNames: Set<String> = ["localhost", "[::1]"]

  private static func isLoopback(_ ip: String) -> Bool {
    ip == "::1" || ip.hasPrefix("127.") && ip.allSatisfy { $0.isNumber || $0 == "." }
  }

  /// Returns a host without its port.
  private static func name(in host: String) -> String {
    guard let colon = host.lastIndex(of: ":"), !host.hasSuffix("]") else { return host }
    return String(host[..<colon])
  }

  /// Returns a copy that also allows the origins of a listener's own pages.
  func with(_ listener: SocketAddress?, isEncrypted: Bool) -> WebOrigins {
    guard let ip = listener?.ipAddress, let port = listener?.port else { return self }
    let (scheme, standard) = isEncrypted ? ("https", 443) : ("http", 80)
    let names = [ip.contains(":") ? "[\(ip)]" : ip] + (Self.isLoopback(ip) ? ["localhost"] : [])
    let own = names.map { port == standard ? "\(scheme)://\($0)" : "\(scheme)://\($0):\(port)" }
    return WebOrigins(users: self.users.union(own), operators: self.operators.union(own))
  }

  /// Returns the problem with an origin in the configuration; nil if it is valid.
  package static func problem(with origin: String) -> String? {
    // The origin of pages without one, such as files; it must be allowed by this name.
    if origin == "null" { return nil }
    let parts = origin.split(separator: "://", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, Self.isScheme(parts[0]), !parts[1].isEmpty,
      !parts[1].contains(where: { "/?#@* ".contains($0) }), origin == origin.lowercased()
    else {
      return
        "must be scheme://host or scheme://host:port in lower case, such as"
        + " https://shop.example or capacitor://localhost"
    }
    return nil
  }

  private static func isScheme(_ text: Substring) -> Bool {
    guard let first = text.first, first.isASCII, first.isLetter else { return false }
    return text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
  }
}
