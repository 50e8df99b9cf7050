import InteractionCore
import InteractionStream
import InteractionWire
import Testing

@Suite("The stream protocol: time")
struct StreamDeadlineTests {
  @Test("no opening within five seconds ends the stream")
  func openTimeout() {
    var driver = StreamDriver()
    driver.pass(.milliseconds(4_999))
    #expect(driver.ending == nil)
    driver.pass(.milliseconds(1))
    #expect(driver.ending == "OPEN_TIMEOUT")
  }

  @Test("three heartbeat intervals of silence end the stream; a heartbeat is answered")
  func heartbeatLost() {
    var driver = StreamDriver.opened()
    driver.pass(.seconds(25))
    let answer = driver.receive(
      .heartbeat(time: Instant(microseconds: 25_000_000), [], pointers: []))
    #expect(answer.map(\.heartbeat) == [Instant(microseconds: 25_000_000)])
    driver.pass(.milliseconds(29_999))
    #expect(driver.ending == nil)
    driver.pass(.milliseconds(1))
    #expect(driver.ending == "HEARTBEAT_LOST")
  }

  @Test("heartbeats alone do not keep an idle session for ever")
  func idle() {
    var driver = StreamDriver.opened()
    for minute in 1 ..< 120 where driver.ending == nil {
      driver.pass(.seconds(15))
      driver.receive(
        .heartbeat(time: Instant(microseconds: Int64(minute) * 15_000_000), [], pointers: []))
    }
    #expect(driver.ending == "IDLE" || driver.pass(.seconds(20)).isEmpty && driver.ending == "IDLE")
  }

  @Test("S3: a heartbeat that does not name a running drag ends it as cancelled")
  func heldDrags() {
    var driver = StreamDriver.opened()
    driver.send(1, .home(.began, 0), .home(.moved, -120))
    let home = HeldDrag(source: SourceID("home"), drag: 1)
    let kept = driver.receive(.heartbeat(time: .zero, [home], pointers: []))
    #expect(kept.first?.directives.isEmpty == true)
    #expect(driver.stream.session?.heldDrags == [home])
    let lost = driver.receive(.heartbeat(time: .zero, [], pointers: []))
    #expect(driver.stream.session?.heldDrags == [])
    #expect(lost.first?.directives.count == 1, "the floor closes")
    driver.send(3, .home(.moved, -130))
    #expect(driver.stream.session?.heldDrags == [home], "a later report starts it again")
  }

  @Test("S5: every frame names the earliest deadline; the client's tick lets it happen")
  func clientTick() throws {
    var driver = StreamDriver.opened()
    driver.send(1, .home(.began, 0), .home(.moved, 440), .home(.ended, 470))
    let ack = driver.pass(.milliseconds(100))
    let deadline = try #require(ack.first?.nextDeadline)
    #expect(deadline == Instant(microseconds: 1_000_000))
    let frames = driver.send(4, .tick, at: 1_000)
    #expect(frames.first?.directives.map(\.cause) == [.deadline(name: "settle/home")])
    #expect(frames.first?.nextDeadline == nil)
  }

  @Test("S5: two seconds past a deadline the server lets it happen itself")
  func serverTick() {
    var driver = StreamDriver.opened()
    driver.send(1, .home(.began, 0), .home(.moved, 440), .home(.ended, 470))
    driver.pass(.milliseconds(100))
    #expect(driver.pass(.milliseconds(2_899)).isEmpty)
    let frames = driver.pass(.milliseconds(1))
    #expect(frames.flatMap(\.directives).map(\.cause) == [.deadline(name: "settle/home")])
    #expect(frames.flatMap(\.directives).map(\.at) == [Instant(microseconds: 1_000_000)])
    #expect(driver.stream.session?.now == Instant(microseconds: 3_000_000))
    driver.send(4, .home(.began, 470, drag: 2), at: 2_000)
    #expect(driver.stream.session?.lateEvents == 1, "session time never runs backwards")
  }

  @Test("S5, S6: a server that was frozen ticks at the deadline, so events of then are not old")
  func frozen() {
    var driver = StreamDriver.opened()
    driver.send(1, .home(.began, 0), .home(.moved, 440), .home(.ended, 470))
    driver.freeze(.seconds(20))
    #expect(driver.stream.session?.now == Instant(microseconds: 3_000_000))
    driver.send(4, .home(.began, 470, drag: 2), at: 4_000)
    #expect(driver.stream.session?.heldDrags.map(\.drag) == [2])
    #expect(driver.stream.session?.lateEvents == 0 && driver.ending == nil)
  }
}
