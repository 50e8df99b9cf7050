import Testing

@testable import InteractionTransport

@Suite("What may still be written on a call")
struct CallStateTests {
  private static let open = CallState.open(isAnswered: false)
  private static let answered = CallState.open(isAnswered: true)
  private static let whole = CallState.requestEnded(isAnswered: false)
  private static let wholeAnswered = CallState.requestEnded(isAnswered: true)

  @Test(
    "phase by phase: the client ends its request",
    arguments: [
      (Self.open, Self.whole), (Self.answered, Self.wholeAnswered), (Self.whole, Self.whole),
      (Self.wholeAnswered, Self.wholeAnswered), (.responseEnded, .ended), (.ended, .ended),
      (.closed, .closed),
    ] as [(CallState, CallState)])
  func receiveEnd(phase: CallState, next: CallState) {
    var state = phase
    state.receiveEnd()
    #expect(state == next)
  }

  @Test(
    "phase by phase: a frame of the response that is not its last",
    arguments: [
      (Self.open, Self.answered, .pass), (Self.answered, Self.answered, .pass),
      (Self.whole, Self.wholeAnswered, .pass), (Self.wholeAnswered, Self.wholeAnswered, .pass),
      (.responseEnded, .responseEnded, .drop), (.ended, .ended, .drop), (.closed, .closed, .drop),
    ] as [(CallState, CallState, CallState.Sending)])
  func send(phase: CallState, next: CallState, sending: CallState.Sending) {
    var state = phase
    #expect(state.send(isEnd: false) == sending)
    #expect(state == next)
  }

  @Test(
    "phase by phase: the last frame of the response",
    arguments: [
      (Self.open, .responseEnded, .passAndReset), (Self.answered, .responseEnded, .passThenReset),
      (Self.whole, .ended, .pass), (Self.wholeAnswered, .ended, .pass),
      (.responseEnded, .responseEnded, .drop), (.ended, .ended, .drop), (.closed, .closed, .drop),
    ] as [(CallState, CallState, CallState.Sending)])
  func sendEnd(phase: CallState, next: CallState, sending: CallState.Sending) {
    var state = phase
    #expect(state.send(isEnd: true) == sending)
    #expect(state == next)
  }

  @Test(
    "phase by phase: the stream is reset, or gone; only once",
    arguments: [
      Self.open, Self.answered, Self.whole, Self.wholeAnswered, .responseEnded, .ended, .closed,
    ] as [CallState])
  func close(phase: CallState) {
    var state = phase
    #expect(state.close() == (phase != .closed))
    #expect(state == .closed)
  }
}
