import InteractionCore
import InteractionWire
import Testing

@testable import InteractionStream

@Suite("The stream protocol: opening, numbers, acknowledgements")
struct SessionStreamTests {
  @Test("D5: the first frame opens; the answer has everything to show")
  func opens() throws {
    var driver = StreamDriver()
    let frames = driver.receive(.open(.sample(skips: true)))
    let opened = try #require(frames.first?.opened)
    #expect(frames.count == 1)
    #expect(opened.sessionID == "s-1")
    #expect(opened.snapshot == driver.stream.session?.snapshot)
    #expect(opened.triggerLines.map(\.source.name) == ["home", "feed"])
    #expect(opened.triggerLines[0].lines.offsets == [-150, -146, -100, -96, 0, 456])
    #expect(opened.triggerLines[1].lines.offsets == [])
    #expect(driver.ending == nil)
  }

  @Test("a stream that has ended is not opened by what was on its way")
  func endedFirst() throws {
    var stream = SessionStream(context: .builtIn(StreamLimits()), at: .zero)
    let outputs = stream.receive(.open(.sample()), at: .zero)
    guard case .admit(let entry)? = outputs.first else {
      Issue.record("the shell is not asked: \(outputs)")
      return
    }
    #expect(outputs.count == 1)
    #expect(entry.open == .sample() && entry.outcome == .new)
    #expect(stream.fail(StreamError(.superseded, "gone")).count == 1)
    #expect(stream.admitted(at: .zero).isEmpty)
    #expect(stream.session == nil)
    #expect(stream.nextDeadline == nil)
  }

  @Test("S3: a client that does not skip gets no lines")
  func noLines() throws {
    var driver = StreamDriver()
    let opened = try #require(driver.receive(.open(.sample())).first?.opened)
    #expect(opened.triggerLines.isEmpty)
  }

  @Test(
    "anything else first, and a second opening, end the stream",
    arguments: [
      RequestFrame.ack(directive: 0), .heartbeat(time: .zero, [], pointers: []),
      .events(first: 1, []),
    ])
  func openRequired(frame: RequestFrame) {
    var driver = StreamDriver()
    driver.receive(frame)
    #expect(driver.ending == "OPEN_REQUIRED")
    var opened = StreamDriver.opened()
    opened.receive(.open(.sample()))
    #expect(opened.ending == "ALREADY_OPEN")
  }

  @Test("an unknown experience is named")
  func unknownExperience() {
    var driver = StreamDriver()
    driver.receive(.open(.sample(experience: "nowhere")))
    #expect(driver.ending == "UNKNOWN_EXPERIENCE")
    #expect(driver.error?.metadata == ["experience": "nowhere"])
  }

  @Test("events in order are applied; what they decide comes with an acknowledgement")
  func applies() {
    var driver = StreamDriver.opened()
    #expect(driver.send(1, .home(.began, 0)).isEmpty)
    let frames = driver.send(2, .home(.moved, 300), .home(.moved, 500))
    #expect(frames.count == 1)
    #expect(frames.first?.directives.count == 1)
    #expect(frames.first?.directives.first?.cause == .event(sequence: 3))
    #expect(frames.first?.ackedEvent == 3)
  }

  @Test("events without directives are acknowledged after 100 ms or 32 events")
  func delayedAck() {
    var driver = StreamDriver.opened()
    #expect(driver.send(1, .home(.began, 0)).isEmpty)
    driver.pass(.milliseconds(40))
    #expect(driver.send(2, .home(.moved, 1)).isEmpty)
    #expect(driver.pass(.milliseconds(59)).isEmpty)
    #expect(driver.pass(.milliseconds(1)).map(\.ackedEvent) == [2])
    #expect(driver.pass(.milliseconds(500)).isEmpty)
    for sequence in UInt64(3) ... 33 {
      #expect(driver.send(sequence, .home(.moved, Double(sequence))).isEmpty)
    }
    #expect(driver.send(34, .home(.moved, 40)).map(\.ackedEvent) == [34])
  }

  @Test("a repeated batch is acknowledged again and applied once; an overlap from where it is new")
  func duplicates() {
    var driver = StreamDriver.opened()
    let once = driver.send(1, .tapTab(index: 1), .tapTab(index: 2))
    #expect(once.first?.directives.count == 2)
    let again = driver.send(1, .tapTab(index: 1), .tapTab(index: 2))
    #expect(again.first?.directives.isEmpty == true)
    #expect(again.first?.ackedEvent == 2)
    let overlap = driver.send(2, .tapTab(index: 2), .tapTab(index: 3))
    #expect(overlap.first?.directives.map(\.cause) == [.event(sequence: 3)])
  }

  @Test("a gap ends the stream and names the number that was expected")
  func gap() {
    var driver = StreamDriver.opened()
    driver.send(1, .tapTab(index: 1))
    driver.send(3, .tapTab(index: 2))
    #expect(driver.ending == "SEQUENCE_GAP")
    #expect(driver.error?.metadata["expected"] == "2")
    #expect(driver.send(2, .tapTab(index: 2)).isEmpty, "nothing comes after the end")
  }

  @Test("S6: a malformed event uses its number up, the rest of the batch applies")
  func malformedEvent() {
    var driver = StreamDriver.opened()
    let frames = driver.receive(
      .events(
        first: 1,
        [
          .event(InteractionEvent(sequence: 1, time: .zero, kind: .tapTab(index: 1))),
          .malformed(sequence: 2, [Violation(field: "scroll.phase", problem: "odd")]),
          .event(InteractionEvent(sequence: 3, time: .zero, kind: .home(.moved, .nan))),
          .event(InteractionEvent(sequence: 4, time: .zero, kind: .tapTab(index: 2))),
        ]))
    #expect(frames.first?.directives.count == 2)
    #expect(frames.first?.notices.map(\.sequence) == [2, 3])
    #expect(frames.first?.notices.map(\.reason) == [.malformedEvent, .malformedEvent])
    #expect(frames.first?.notices.last?.violations.first?.field == "scroll.y")
    #expect(frames.first?.ackedEvent == 4)
    #expect(driver.ending == nil)
  }

  @Test("S6: the tenth malformed event within ten seconds ends the stream; spread out they do not")
  func tooManyMalformed() {
    var driver = StreamDriver.opened()
    for sequence in UInt64(1) ... 9 { driver.send(sequence, .tapTab(index: 99)) }
    #expect(driver.ending == nil)
    driver.send(10, .tapTab(index: 99))
    #expect(driver.ending == "TOO_MANY_MALFORMED_EVENTS")
    var patient = StreamDriver.opened()
    for sequence in UInt64(1) ... 30 {
      patient.send(sequence, .tapTab(index: 99))
      patient.pass(.milliseconds(1200))
    }
    #expect(patient.ending == nil)
  }

  @Test("S6: what only a later contract has is told for another reason, and ends nothing")
  func laterEvents() {
    var driver = StreamDriver.opened()
    let later = Violation(field: "event.kind", problem: "odd", kind: .unknown)
    let events = (1 ... 20).map { DecodedEvent.malformed(sequence: $0, [later]) }
    let frames = driver.receive(.events(first: 1, events))
    #expect(frames.first?.notices.map(\.sequence) == Array(1 ... 20))
    #expect(frames.first?.notices.allSatisfy { $0.reason == .unknownEvent } == true)
    #expect(frames.first?.ackedEvent == 20)
    #expect(driver.ending == nil)
  }

  @Test("frames of a later contract do not end the stream, however many come")
  func unknownFrames() {
    let frame = RequestFrame.unknown(Violation(field: "frame", problem: "odd", kind: .unknown))
    var driver = StreamDriver.opened()
    for _ in 1 ... 30 {
      let notices = driver.receive(frame).flatMap(\.notices)
      #expect(notices.map(\.reason) == [.unknownFrame] && notices.map(\.sequence) == [0])
    }
    #expect(driver.send(1, .tapTab(index: 1)).first?.directives.count == 1)
    #expect(driver.ending == nil)
  }

  @Test("a stream ends once, however much is wrong at once")
  func endsOnce() {
    var limits = StreamLimits()
    limits.unacknowledgedDirectives = 1
    limits.waitingDirectives = 0
    limits.malformedEvents = 1
    var stream = SessionStream(context: .builtIn(limits), at: .zero)
    _ = stream.receive(.open(.sample()), at: .zero)
    _ = stream.admitted(at: .zero)
    let taps = (1 ... 2).map { tab in
      DecodedEvent.event(
        InteractionEvent(sequence: UInt64(tab), time: .zero, kind: .tapTab(index: tab)))
    }
    _ = stream.receive(.events(first: 1, [taps[0]]), at: .zero)
    let odd = Violation(field: "tap.tab", problem: "odd")
    let outputs = stream.receive(
      .events(first: 2, [taps[1], .malformed(sequence: 3, [odd])]), at: .zero)
    #expect(outputs.count == 1)
    guard case .finish(let error) = outputs.last else { return }
    #expect(error?.reason == .slowConsumer)
  }

  @Test("an acknowledgement of what was never sent is malformed")
  func ackBeyond() {
    var driver = StreamDriver.opened()
    driver.send(1, .tapTab(index: 1))
    driver.receive(.ack(directive: 1))
    #expect(driver.ending == nil)
    driver.receive(.ack(directive: 2))
    #expect(driver.ending == "MALFORMED_FRAME")
    #expect(driver.error?.violations.first?.field == "ack.directive")
  }

  @Test("the client's end is answered with what is owed, then with a good end")
  func halfClose() {
    var driver = StreamDriver.opened()
    driver.send(1, .home(.began, 0))
    #expect(driver.end().map(\.ackedEvent) == [1])
    #expect(driver.ending == "OK")
    var silent = StreamDriver()
    #expect(silent.end().isEmpty)
    #expect(silent.ending == "OK")
  }

  @Test("R6 D5: rotation is answered with a snapshot; lines travel again only if they change")
  func linesStay() {
    var driver = StreamDriver.opened(skips: true)
    var turned = Surface.phone
    turned.viewport = Size(width: 812, height: 375)
    let frames = driver.send(1, .surface(turned))
    #expect(frames.first?.triggerLines.isEmpty == true)
    #expect(frames.first?.directives.last?.replacesAll == true, "no snapshot")
  }
}
