import NIOCore

/// What the peers do.
extension Link {
  /// A socket can be used.
  func activated(_ end: LinkEnd) {
    guard end === self.client, case .connecting = self.phase else { return }
    guard self.admission == .forward else { return self.sever(.rst, isFault: true) }
    self.onActive?()
    self.onActive = nil
  }

  /// The target has accepted.
  func connected(_ end: LinkEnd, to target: ProxyTarget) {
    self.isConnecting = false
    guard !end.isClosed else { return self.unreachable() }
    self.target = end
    guard case .connecting = self.phase else { return end.reset() }
    self.phase = .open
    self.log.record(.opened(target), connection: self.index)
    if end.hasEnded { self.down.receiveEnd(.fin, at: .now()) }
    self.pump()
  }

  /// No target has accepted.
  func unreachable() {
    self.isConnecting = false
    if case .connecting = self.phase {
      self.log.record(.unreachable, connection: self.index)
      self.sever(.rst, isFault: false)
    }
    self.finishIfClosed()
  }

  /// A peer has sent bytes.
  func received(_ bytes: ByteBuffer, from end: LinkEnd) {
    switch self.phase {
    case .connecting, .open:
      guard self.has(end) else { return }
      let direction = end.side.sends
      let before = self[lane: direction].swallowedBytes
      self[lane: direction].receive(bytes, at: .now())
      self.report(direction, swallowedBefore: before)
    case .hanging, .cutting, .closing, .closed:
      // A connection that is given up takes bytes only to be able to send FIN and not RST.
      break
    }
  }

  /// A peer has ended its stream.
  func ended(_ end: LinkEnd) {
    guard !end.hasEnded else { return }
    end.hasEnded = true
    guard self.has(end) else { return }
    switch self.phase {
    case .connecting, .open:
      self.log.record(.heard(.fin, from: end.side), connection: self.index)
      self[lane: end.side.sends].receiveEnd(.fin, at: .now())
      self.pump()
    case .hanging:
      self.log.record(.heard(.fin, from: end.side), connection: self.index)
      end.channel.close(promise: nil)
    case .cutting, .closing, .closed:
      // NIO closes a channel that was told of the other's end.
      break
    }
  }

  /// A socket is closed.
  func closed(_ end: LinkEnd) {
    end.isClosed = true
    guard self.has(end) else { return }
    switch self.phase {
    case .connecting:
      self.log.record(.heard(.rst, from: end.side), connection: self.index)
      self.phase = .closing
    case .open:
      self.tellOther(of: end)
    case .hanging, .cutting, .closing, .closed:
      break
    }
    self.finishIfClosed()
  }

  /// A socket has closed, after FIN both ways or because it was reset.
  private func tellOther(of end: LinkEnd) {
    guard !(end.hasEnded && end.isTold) else { return }
    // The end of a stream whose other half is closed already is told by the closing only.
    let how: Cut = end.isTold && !end.hasFailed ? .fin : .rst
    end.hasEnded = true
    self.log.record(.heard(how, from: end.side), connection: self.index)
    self[lane: end.side.sends].receiveEnd(how, at: .now())
    self.pump()
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

  /// Counts what a lane has dropped, and the most that it has kept.
  func report(_ direction: Direction, swallowedBefore: Int) {
    let dropped = self[lane: direction].swallowedBytes - swallowedBefore
    let queued = self[lane: direction].queuedBytes
    self.log.count {
      $0.swallowed += dropped
      $0.peakQueued = max($0.peakQueued, queued)
    }
  }
}
