import NIOCore

/// Forwarding bytes.
extension ProxiedConnection {
  /// Sends the bytes that are released, and reads where the queue has room.
  func forward() {
    guard !self.isPumping else {
      self.needsAnotherPass = true
      return
    }
    self.isPumping = true
    repeat {
      self.needsAnotherPass = false
      for direction in ProxyFlow.allCases { self.pump(direction) }
    } while self.needsAnotherPass
    self.isPumping = false
    self.readOn()
  }

  private func pump(_ direction: ProxyFlow) {
    while case .open = self.phase, let sink = self[end: direction.sink], !sink.isClosed,
      sink.channel.isWritable
    {
      switch self[lane: direction].next(at: .now(), settled: sink.bytesInFlight == 0) {
      case .write(let bytes):
        self.send(bytes, direction, to: sink)
      case .endOfStream(.fin):
        sink.sendFIN()
      case .endOfStream(.rst):
        self.cut(.rst, after: direction, isFault: false)
      case .cut(let how):
        self.cut(how, after: direction, isFault: true)
      case .wait(let until):
        return self.wake(at: until)
      case .idle:
        return
      }
    }
  }

  private func send(_ bytes: ByteBuffer, _ direction: ProxyFlow, to sink: ProxySocket) {
    let count = bytes.readableBytes
    sink.bytesInFlight += count
    let promise = self.loop.makePromise(of: Void.self)
    promise.futureResult.assumeIsolated().whenComplete { result in
      sink.bytesInFlight -= count
      // If the write failed, the socket closes.
      guard case .success = result else { return }
      sink.sentBytes += count
      self.log.count {
        if direction == .up { $0.bytesUp += count } else { $0.bytesDown += count }
      }
      self.forward()
    }
    sink.channel.writeAndFlush(bytes, promise: promise)
  }

  private func wake(at time: NIODeadline) {
    if let wake = self.wake, wake.at <= time { return }
    self.wake?.task.cancel()
    self.wake = (
      time,
      self.schedule(time) {
        self.wake = nil
        self.forward()
      }
    )
  }

  private func readOn() {
    for end in self.ends where !end.hasReceivedEnd && !end.isClosed {
      switch self.phase {
      case .open:
        if self[lane: end.side.sends].wantsBytes { end.channel.read() }
      case .closing:
        end.channel.read()
      case .connecting, .hanging, .cutting, .closed:
        break
      }
    }
  }
}
