import NIOCore

/// Pages of which origins may reach the engine from a browser.
///
/// A browser lets any page open a WebSocket to any server, and says in `Origin` where the page came
/// from. What is no browser sends no such header.
package struct WebOrigins: Hashable, Sendable {
  /// Scheme, host and port, as browsers write them: `https://shop.example`.
  package let allowed: Set<String>

  package init(_ allowed: Set<String> = []) {
    self.allowed = allowed
  }

  /// Whether a request with these `Origin` headers may be answered.
  func allow(_ origins: [String]) -> Bool {
    switch origins.count {
    case 0: true
    case 1: self.allowed.contains(origins[0].lowercased())
    default: false
    }
  }

  /// With the origins of the pages that a listener has itself.
  func with(_ listener: SocketAddress?, isEncrypted: Bool) -> WebOrigins {
    guard let ip = listener?.ipAddress, let port = listener?.port else { return self }
    let (scheme, standard) = isEncrypted ? ("https", 443) : ("http", 80)
    let isLoopback = ip.hasPrefix("127.") || ip == "::1"
    let names = [ip.contains(":") ? "[\(ip)]" : ip] + (isLoopback ? ["localhost"] : [])
    return WebOrigins(
      self.allowed.union(
        names.map { port == standard ? "\(scheme)://\($0)" : "\(scheme)://\($0):\(port)" }))
  }

  /// What is wrong with an origin that an operator names; nil if nothing is.
  package static func problem(with origin: String) -> String? {
    let parts = origin.split(separator: "://", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, ["http", "https"].contains(parts[0]), !parts[1].isEmpty,
      !parts[1].contains(where: { "/?#@* ".contains($0) }), origin == origin.lowercased()
    else {
      return
        "must be a scheme, a host and perhaps a port, in lower case, such as https://shop.example"
    }
    return nil
  }
}
