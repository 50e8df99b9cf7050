import NIOCore

/// Events of the peers' sockets.
extension ProxiedConnection {
  /// Called when a socket becomes active.
  func activated(_ end: ProxySocket) {
    guard end === self.client, case .connecting = self.phase else { return }
    guard self.admission == .forward else { return self.sever(.rst, isFault: true) }
    self.onActive?()
    self.onActive = nil
  }

  /// Called when the target has accepted.
  func connected(_ end: ProxySocket, to target: ProxyTarget) {
    self.isConnecting = false
    guard !end.isClosed else { return self.unreachable() }
    self.target = end
    guard case .connecting = self.phase else { return end.reset() }
    self.phase = .open
    self.log.record(.opened(target), connection: self.index)
    if end.hasReceivedEnd { self.down.receiveEnd(.fin, at: .now()) }
    self.forward()
  }

  /// Called when no target has accepted.
  func unreachable() {
    self.isConnecting = false
    if case .connecting = self.phase {
      self.log.record(.unreachable, connection: self.index)
      self.sever(.rst, isFault: false)
    }
    self.finishIfClosed()
  }

  /// Called for bytes of a peer.
  func received(_ bytes: ByteBuffer, from end: ProxySocket) {
    switch self.phase {
    case .connecting, .open:
      guard self.isAttached(end) else { return }
      let direction = end.side.sends
      let before = self[lane: direction].droppedBytes
      self[lane: direction].receive(bytes, at: .now())
      self.report(direction, swallowedBefore: before)
    case .hanging, .cutting, .closing, .closed:
      // A closing connection reads and discards bytes, or its close would send RST and not FIN.
      break
    }
  }

  /// Called for a peer's FIN.
  func ended(_ end: ProxySocket) {
    guard !end.hasReceivedEnd else { return }
    end.hasReceivedEnd = true
    guard self.isAttached(end) else { return }
    switch self.phase {
    case .connecting, .open:
      self.log.record(.received(.fin, from: end.side), connection: self.index)
      self[lane: end.side.sends].receiveEnd(.fin, at: .now())
      self.forward()
    case .hanging:
      self.log.record(.received(.fin, from: end.side), connection: self.index)
      end.channel.close(promise: nil)
    case .cutting, .closing, .closed:
      // NIO closes a channel whose output is closed already.
      break
    }
  }

  /// Called when a socket is closed.
  func closed(_ end: ProxySocket) {
    end.isClosed = true
    guard self.isAttached(end) else { return }
    switch self.phase {
    case .connecting:
      self.log.record(.received(.rst, from: end.side), connection: self.index)
      self.phase = .closing
    case .open:
      self.forwardEnd(of: end)
    case .hanging, .cutting, .closing, .closed:
      break
    }
    self.finishIfClosed()
  }

  /// Forwards the close of a socket, after FIN both ways or after RST.
  private func forwardEnd(of end: ProxySocket) {
    guard !(end.hasReceivedEnd && end.hasSentFIN) else { return }
    // If the output is closed already, NIO reports the input's end only by closing the channel.
    let how: ConnectionEnd = end.hasSentFIN && !end.hasFailed ? .fin : .rst
    end.hasReceivedEnd = true
    self.log.record(.received(how, from: end.side), connection: self.index)
    self[lane: end.side.sends].receiveEnd(how, at: .now())
    self.forward()
  }

  func finishIfClosed() {
    if case .closed = self.phase { return }
    guard !self.isConnecting, self.ends.allSatisfy(\.isClosed) else { return }
    self.phase = .closed
    self.wake?.task.cancel()
    self.wake = nil
    self.timeout?.cancel()
    self.timeout = nil
    self.onActive = nil
    self.log.record(
      .closed(up: self.target?.sentBytes ?? 0, down: self.client.sentBytes),
      connection: self.index)
    self.onClosed?()
    self.onClosed = nil
  }

  /// Counts the bytes that a direction has dropped, and the peak of its queue.
  func report(_ direction: ProxyFlow, swallowedBefore: Int) {
    let dropped = self[lane: direction].droppedBytes - swallowedBefore
    let queued = self[lane: direction].queuedBytes
    self.log.count {
      $0.swallowed += dropped
      $0.peakQueued = max($0.peakQueued, queued)
    }
  }
}
