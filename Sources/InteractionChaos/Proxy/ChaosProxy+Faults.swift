import NIOCore

/// Faults for open connections. Each takes effect before it returns, and returns the number of
/// affected connections; later connections are not affected.
extension ChaosProxy {
  /// Cuts at once. With RST, bytes that have not reached the peers are lost.
  @discardableResult
  package func cut(_ how: ConnectionEnd, _ which: ConnectionSelection = .all) async -> Int {
    await self.apply(to: which) { $0.cut(how, isFault: true) }
  }

  /// Cuts after exactly `bytes` more bytes of a direction. An earlier cut point stays.
  @discardableResult
  package func cut(
    _ how: ConnectionEnd, after bytes: Int, _ direction: ProxyFlow,
    _ which: ConnectionSelection = .all
  ) async -> Int {
    await self.apply(to: which) { $0.arm(how, after: bytes, direction) }
  }

  /// Stalls a direction until ``resume(_:)``. If its source ends its stream, the sink does not
  /// receive that until then.
  @discardableResult
  package func stall(
    _ direction: ProxyFlow, _ stall: Stall = .backpressure, _ which: ConnectionSelection = .all
  ) async -> Int {
    await self.apply(to: which) { $0.set(stall, direction) }
  }

  /// Stalls both directions until ``resume(_:)``: neither peer receives anything, not even FIN or
  /// RST.
  @discardableResult
  package func halfOpen(_ which: ConnectionSelection = .all, _ stall: Stall = .dropping) async
    -> Int
  {
    await self.apply(to: which) { link in
      for direction in ProxyFlow.allCases { link.set(stall, direction) }
    }
  }

  /// Ends stalls: held bytes, and FIN or RST, are forwarded.
  @discardableResult
  package func resume(_ which: ConnectionSelection = .all) async -> Int {
    await self.apply(to: which) { link in
      for direction in ProxyFlow.allCases { link.set(nil, direction) }
    }
  }

  private func apply(
    to which: ConnectionSelection, _ body: @escaping @Sendable (ProxiedConnection) -> Void
  ) async -> Int {
    let count = try? await self.loop.submit { [box] in
      let links = box.value.links(which)
      for link in links { body(link) }
      return links.count
    }.get()
    return count ?? 0
  }
}

/// Settings for new connections.
extension ChaosProxy {
  /// Changes the targets of new connections.
  package func retarget(to route: ProxyRoute) async {
    try? await self.loop.submit { [box] in box.value.route = route }.get()
  }

  /// Changes the target of new connections.
  package func retarget(to target: ProxyTarget) async {
    await self.retarget(to: .fixed(target))
  }

  /// Forwards, hangs, resets or refuses new connections.
  ///
  /// - Throws: ``ChaosError`` if the proxy is not started, or the operating system's error if it
  ///   cannot listen again.
  package func admit(_ admission: AcceptPolicy) async throws {
    try await self.loop.flatSubmit { [box] in box.value.admit(admission, box: box) }.get()
  }
}
