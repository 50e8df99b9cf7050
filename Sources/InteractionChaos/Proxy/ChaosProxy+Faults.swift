import NIOCore

/// Hurting connections that are open. Each of these has taken effect when it returns, and tells how
/// many connections it was applied to; those that open later are not touched.
extension ChaosProxy {
  /// Cuts at once. With RST, what has not reached the peers is lost.
  @discardableResult
  package func cut(_ how: Cut, _ which: LinkSelection = .all) async -> Int {
    await self.apply(to: which) { $0.cut(how, isFault: true) }
  }

  /// Cuts after exactly so many more bytes of a direction. An earlier point that was set stays.
  @discardableResult
  package func cut(
    _ how: Cut, after bytes: Int, _ direction: Direction, _ which: LinkSelection = .all
  ) async -> Int {
    await self.apply(to: which) { $0.arm(how, after: bytes, direction) }
  }

  /// Forwards nothing in a direction, until ``resume(_:)``. If its source ends meanwhile, the sink
  /// does not hear of it.
  @discardableResult
  package func stall(
    _ direction: Direction, _ stall: Stall = .holding, _ which: LinkSelection = .all
  ) async -> Int {
    await self.apply(to: which) { $0.set(stall, direction) }
  }

  /// Forwards nothing in either direction, until ``resume(_:)``: neither peer hears of the other,
  /// not even that it has closed.
  @discardableResult
  package func halfOpen(_ which: LinkSelection = .all, _ stall: Stall = .swallowing) async -> Int {
    await self.apply(to: which) { link in
      for direction in Direction.allCases { link.set(stall, direction) }
    }
  }

  /// Ends stalls: what was held goes on, and ends that were held back are told.
  @discardableResult
  package func resume(_ which: LinkSelection = .all) async -> Int {
    await self.apply(to: which) { link in
      for direction in Direction.allCases { link.set(nil, direction) }
    }
  }

  private func apply(
    to which: LinkSelection, _ body: @escaping @Sendable (Link) -> Void
  ) async -> Int {
    let count = try? await self.loop.submit { [box] in
      let links = box.value.links(which)
      for link in links { body(link) }
      return links.count
    }.get()
    return count ?? 0
  }
}

/// What becomes of new connections.
extension ChaosProxy {
  /// Where they go.
  package func retarget(to route: Route) async {
    try? await self.loop.submit { [box] in box.value.route = route }.get()
  }

  /// Where they go, for one target.
  package func retarget(to target: ProxyTarget) async {
    await self.retarget(to: .fixed(target))
  }

  /// Whether they are forwarded, left hanging, reset or refused.
  ///
  /// - Throws: ``ChaosError`` if the proxy is not started, or what the operating system has against
  ///   listening again.
  package func admit(_ admission: NewConnections) async throws {
    try await self.loop.flatSubmit { [box] in box.value.admit(admission, box: box) }.get()
  }
}
