import NIOCore

/// Faults of the connection.
extension ProxiedConnection {
  /// The interval at which a cut polls for the delivery of the bytes before it.
  private static let settleInterval = TimeAmount.milliseconds(1)

  /// Sets the cut point after `bytes` more bytes.
  func arm(_ how: ConnectionEnd, after bytes: Int, _ direction: ProxyFlow) {
    self[lane: direction].setCut(how, after: bytes)
    self.forward()
  }

  /// Stalls a direction, or resumes it with nil.
  func set(_ stall: Stall?, _ direction: ProxyFlow) {
    let before = self[lane: direction].droppedBytes
    self[lane: direction].set(stall)
    self.report(direction, swallowedBefore: before)
    self.forward()
  }

  /// Cuts the connection.
  ///
  /// - Parameters:
  ///   - how: FIN or RST.
  ///   - direction: The direction whose sent bytes must be delivered first; nil for none.
  ///   - isFault: True for an injected cut, false if a peer caused it.
  func cut(_ how: ConnectionEnd, after direction: ProxyFlow? = nil, isFault: Bool) {
    switch self.phase {
    case .connecting, .open, .hanging: break
    case .cutting, .closing, .closed: return
    }
    self.phase = .cutting
    let patience = TimeAmount(self.settings.settleTime)
    self.settle(how, direction, isFault, deadline: .now() + patience)
  }

  private func settle(
    _ how: ConnectionEnd, _ direction: ProxyFlow?, _ isFault: Bool, deadline: NIODeadline
  ) {
    guard case .cutting = self.phase else { return }
    let now = NIODeadline.now()
    guard now < deadline, !self.isSettled(how, direction) else {
      return self.sever(how, isFault: isFault)
    }
    self.timeout = self.schedule(min(deadline, now + Self.settleInterval)) {
      self.settle(how, direction, isFault, deadline: deadline)
    }
  }

  /// Returns whether the sockets can be closed. RST drops the kernel's send queue, so the bytes
  /// must be delivered before; FIN is sent after them by the kernel.
  private func isSettled(_ how: ConnectionEnd, _ direction: ProxyFlow?) -> Bool {
    switch how {
    case .rst: direction.flatMap { self[end: $0.sink] }?.isDelivered ?? true
    case .fin: self.ends.allSatisfy { $0.isClosed || $0.bytesInFlight == 0 }
    }
  }

  /// Sends FIN or RST to both peers now.
  func sever(_ how: ConnectionEnd, isFault: Bool) {
    self.phase = .closing
    if isFault { self.recordCut(how) }
    for end in self.ends {
      switch how {
      case .rst: end.reset()
      case .fin: end.sendFIN()
      }
    }
    self.timeout?.cancel()
    self.timeout = self.schedule(.now() + TimeAmount(self.settings.lingerTime)) {
      for end in self.ends { end.reset() }
    }
    self.forward()
    self.finishIfClosed()
  }

  private func recordCut(_ how: ConnectionEnd) {
    func bytes(_ end: ProxySocket?) -> Int {
      guard let end else { return 0 }
      return how == .rst ? end.deliveredBytes : end.sentBytes
    }
    self.log.record(
      .cut(how, up: bytes(self.target), down: bytes(self.client)), connection: self.index)
  }
}
