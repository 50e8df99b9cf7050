/// The direction of bytes through the proxy.
package enum ProxyFlow: String, Hashable, Sendable, CaseIterable {
  /// From the client to the target.
  case up
  /// From the target to the client.
  case down

  /// The side that sends in this direction.
  var source: ProxyPeer { self == .up ? .client : .target }
  /// The side that receives in this direction.
  var sink: ProxyPeer { self == .up ? .target : .client }
}

/// One of the two peers of a proxied connection.
package enum ProxyPeer: String, Hashable, Sendable {
  /// The peer that connected to the proxy.
  case client
  /// The peer that the proxy connected to.
  case target

  /// The direction in which this side sends.
  var sends: ProxyFlow { self == .client ? .up : .down }
}
