import GRPCCore
import InteractionClient
import InteractionWire
import SwiftProtobuf
import Synchronization

/// The server's calls. Everything that arrives is handled at once, under the lock.
@available(InteractionEngine 1.0, *)
extension MockServer {
  func begin(
    _ responses: AsyncThrowingStream<RPCResponsePart<[UInt8]>, any Error>.Continuation
  ) -> Int {
    responses.yield(.metadata(Metadata()))
    return self.state.withLock { state in
      state.lastCall += 1
      state.calls[state.lastCall] = MockCall(responses: responses)
      return state.lastCall
    }
  }

  func forget(_ call: Int) {
    let forgotten = self.state.withLock { state in
      defer { if state.responsiveness == .untilGivenUp { state.answer() } }
      return state.calls.removeValue(forKey: call)
    }
    forgotten?.responses.finish()
  }

  /// Receives a client's message.
  func receive(_ bytes: [UInt8], on call: Int) {
    self.arrive(bytes.count, on: call) { server, state in
      guard !state.isSilent(call) else {
        state.noteUnanswered(bytes)
        return
      }
      do {
        let frame = try RequestFrame(try Proto.Request(serializedBytes: bytes))
        server.handle(frame, on: call, in: &state)
      } catch {
        let error = InteractionError(
          code: .invalidArgument, reason: "MALFORMED_FRAME", message: "\(error)")
        server.end(call, with: RPCResponsePart(error), in: &state)
      }
    }
  }

  /// Receives a client's half-close, and ends the call with status OK.
  func receiveEnd(of call: Int) {
    self.arrive(0, on: call) { server, state in
      guard !state.isSilent(call) else { return }
      server.end(call, with: .status(Status(code: .ok, message: ""), Metadata()), in: &state)
    }
  }

  /// Calls `body` once data that is sent now has crossed the network.
  private func arrive(
    _ bytes: Int, on call: Int,
    _ body: @escaping @Sendable (MockServer, inout State) -> Void
  ) {
    let now = self.clock.now
    let due = self.state.withLock { state in
      state.calls[call]?.up.arrival(of: bytes, over: state.link, at: now)
    }
    guard let due else { return }
    let handle = { @Sendable in
      self.state.withLock { state in
        if state.calls[call] != nil { body(self, &state) }
      }
    }
    if due > now { self.clock.schedule(at: due, handle) } else { handle() }
  }

  /// Sends a frame, which arrives once it has crossed the network.
  func send(_ frame: ResponseFrame, on call: Int, in state: inout State) {
    self.send(RPCResponsePart(frame), on: call, in: &state)
  }

  private func send(_ part: RPCResponsePart<[UInt8]>, on call: Int, in state: inout State) {
    guard !state.isSilent(call), var open = state.calls[call] else { return }
    let now = self.clock.now
    let due = open.down.arrival(of: part.byteCount, over: state.link, at: now)
    state.calls[call] = open
    guard due > now else {
      open.deliver(part)
      return
    }
    self.clock.schedule(at: due) {
      self.state.withLock { $0.calls[call] }?.deliver(part)
    }
  }

  /// Ends a call; earlier frames arrive first.
  func end(_ call: Int, with part: RPCResponsePart<[UInt8]>, in state: inout State) {
    self.send(part, on: call, in: &state)
    // Removed once the client has seen the end.
    state.calls[call]?.isSilent = true
  }

  /// Cuts a connection: frames in flight are lost.
  func cut(_ call: Int, in state: inout State) {
    state.calls.removeValue(forKey: call)?.responses.finish(
      throwing: RPCError(code: .unavailable, message: "the mock cut the connection"))
  }
}

@available(InteractionEngine 1.0, *)
extension MockServer.State {
  /// Returns whether nothing is received or sent on a call.
  func isSilent(_ call: Int) -> Bool {
    self.responsiveness != .none || self.calls[call]?.isSilent ?? true
  }

  /// Ends the silence for new calls; existing ones stay silent.
  mutating func answer() {
    self.responsiveness = .none
    for call in self.calls.keys { self.calls[call]?.isSilent = true }
  }

  /// Records an opening that is not answered.
  fileprivate mutating func noteUnanswered(_ bytes: [UInt8]) {
    guard let proto = try? Proto.Request(serializedBytes: bytes),
      let open = try? RequestFrame(proto).opening
    else { return }
    self.openings.append(MockOpening(open, .unanswered))
  }
}

@available(InteractionEngine 1.0, *)
extension MockOpening {
  init(_ open: OpenFrame, _ outcome: Outcome) {
    self.init(
      sessionID: open.sessionID, epoch: open.epoch, platform: open.platform,
      current: open.current, outcome: outcome)
  }
}
