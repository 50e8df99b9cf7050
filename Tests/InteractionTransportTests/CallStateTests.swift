import Testing

@testable import InteractionTransport

@Suite("What may still be written on a call, and what it awaits (RFC 9113 §5.1, §8.1)")
struct CallStateTests {
  private typealias Response = CallState.Response
  private typealias Sending = CallState.Sending

  private static let open = CallState.open(.init())
  private static let answered = CallState.open(.init(sent: .headers))
  private static let served = CallState.open(.init(sent: .message, awaitsRequest: false))
  private static let whole = CallState.requestEnded(.init(awaitsRequest: false))
  private static let wholeAnswered = CallState.requestEnded(
    .init(sent: .headers, awaitsRequest: false))
  private static let wholeServed = CallState.requestEnded(
    .init(sent: .message, awaitsRequest: false))
  private static let work = CallState.open(.init(isWork: true))
  private static let wholeWork = CallState.requestEnded(.init(isWork: true, awaitsRequest: false))
  private static let responseEnded = CallState.responseEnded(isWork: false)
  private static let ended = CallState.ended(isWork: false)
  private static let endedWork = CallState.ended(isWork: true)

  private static let all: [CallState] = [
    open, answered, served, whole, wholeAnswered, wholeServed, work, wholeWork,
    responseEnded, ended, endedWork, .closed,
  ]

  @Test(
    "phase by phase: the call's headers say that it is worked on, and that its request may last",
    arguments: [
      (open, .open(.init(isWork: true, awaitsRequest: false))), (responseEnded, responseEnded),
      (ended, ended), (endedWork, endedWork), (.closed, .closed),
    ] as [(CallState, CallState)])
  func begin(phase: CallState, next: CallState) {
    var state = phase
    state.begin(isWork: true, isTimed: false)
    #expect(state == next)
  }

  @Test(
    "phase by phase: the client ends its request, which is awaited no more",
    arguments: [
      (open, whole), (answered, wholeAnswered), (served, wholeServed), (whole, whole),
      (wholeAnswered, wholeAnswered), (wholeServed, wholeServed),
      (work, wholeWork), (wholeWork, wholeWork), (responseEnded, ended),
      (endedWork, endedWork), (ended, ended), (.closed, .closed),
    ] as [(CallState, CallState)])
  func receiveEnd(phase: CallState, next: CallState) {
    var state = phase
    state.receiveEnd()
    #expect(state == next)
    #expect(state.awaited != .request || state == .closed)
  }

  @Test(
    "phase by phase: headers of the response that are not its last",
    arguments: [
      (open, answered), (answered, answered), (served, served), (whole, wholeAnswered),
      (wholeAnswered, wholeAnswered), (wholeServed, wholeServed),
      (work, .open(.init(sent: .headers, isWork: true))),
      (wholeWork, .requestEnded(.init(sent: .headers, isWork: true, awaitsRequest: false))),
      (responseEnded, nil), (endedWork, nil), (ended, nil), (.closed, nil),
    ] as [(CallState, CallState?)])
  func sendHeaders(phase: CallState, next: CallState?) {
    var state = phase
    let sending = state.send(.headers)
    #expect(sending == Sending(leaving: next == nil ? .drop : .pass))
    #expect(state == next ?? phase)
  }

  @Test(
    "phase by phase: a message, of which the first counts",
    arguments: [
      (open, .open(.init(sent: .message)), true), (answered, .open(.init(sent: .message)), true),
      (served, served, false), (whole, wholeServed, true), (wholeAnswered, wholeServed, true),
      (wholeServed, wholeServed, false),
      (work, .open(.init(sent: .message, isWork: true)), true),
      (wholeWork, .requestEnded(.init(sent: .message, isWork: true, awaitsRequest: false)), true),
      (responseEnded, nil, false), (endedWork, nil, false), (ended, nil, false),
      (.closed, nil, false),
    ] as [(CallState, CallState?, Bool)])
  func sendMessage(phase: CallState, next: CallState?, isServed: Bool) {
    var state = phase
    let sending = state.send(.message)
    #expect(sending == Sending(leaving: next == nil ? .drop : .pass, isServed: isServed))
    #expect(state == next ?? phase)
  }

  @Test(
    "phase by phase: the last frame of the response",
    arguments: [
      (open, responseEnded, .init(leaving: .passAndReset, isServed: true)),
      (answered, responseEnded, .init(leaving: .passThenReset, isServed: true)),
      (served, responseEnded, .init(leaving: .passThenReset)),
      (whole, ended, .init(leaving: .pass, isServed: true)),
      (wholeAnswered, ended, .init(leaving: .pass, isServed: true)),
      (wholeServed, ended, .init(leaving: .pass)),
      (work, .responseEnded(isWork: true), .init(leaving: .passAndReset, isServed: true)),
      (wholeWork, endedWork, .init(leaving: .pass, isServed: true)),
      (responseEnded, responseEnded, .init(leaving: .drop)),
      (endedWork, endedWork, .init(leaving: .drop)), (ended, ended, .init(leaving: .drop)),
      (.closed, .closed, .init(leaving: .drop)),
    ] as [(CallState, CallState, CallState.Sending)])
  func sendEnd(phase: CallState, next: CallState, sending: CallState.Sending) {
    var state = phase
    let found = state.send(.end)
    #expect(found == sending)
    #expect(state == next)
  }

  @Test("phase by phase: the stream is reset, or gone; only once", arguments: all)
  func close(phase: CallState) {
    var state = phase
    let last = state.close()
    #expect(last == (phase == .closed ? nil : phase))
    #expect(state.isClosed)
    #expect(state.awaited == nil)
    let again = state.close()
    #expect(again == nil)
  }

  @Test(
    "what a phase awaits, and whether it is worked on",
    arguments: [
      (open, .request, false), (answered, .request, false), (work, .request, true),
      (whole, nil, false), (wholeWork, nil, true), (responseEnded, .endReader, false),
      (endedWork, .answerReader, true), (ended, .answerReader, false), (.closed, nil, false),
    ] as [(CallState, CallState.Awaited?, Bool)])
  func questions(phase: CallState, awaited: CallState.Awaited?, isWork: Bool) {
    #expect(phase.awaited == awaited)
    #expect(phase.isWork == isWork)
  }
}
