import InteractionCore
import InteractionStream
import InteractionWire
import Testing

@Suite("Resume: when checkpoints are sent")
struct CheckpointCadenceTests {
  /// Returns the event numbers of the checkpoints in `frames`.
  private static func marks(_ frames: [ResponseFrame]) -> [UInt64] {
    frames.compactMap { $0.checkpoint?.event }
  }

  @Test("with the opening, and at the end of every gesture")
  func gestures() throws {
    var bench = try ResumeBench.opened()
    #expect(Self.marks(bench.frames) == [0])
    #expect(Self.marks(bench.send(1, .home(.began, 0))) == [])
    #expect(Self.marks(bench.send(2, .home(.moved, 20))) == [])
    #expect(Self.marks(bench.send(3, .home(.ended, 30))) == [3])
    #expect(Self.marks(bench.send(4, .home(.decelerating, 40))) == [])
    #expect(Self.marks(bench.send(5, .home(.settled, 40))) == [5])
    #expect(Self.marks(bench.send(6, .tapTab(index: 2))) == [6])
    #expect(Self.marks(bench.send(7, .menu(.dismissed))) == [7])
    #expect(Self.marks(bench.send(8, .pageDrag(PageDrag(.tabs, .cancelled)))) == [8])
  }

  @Test("after 64 events, or when the activity seems to be over; malformed ones count, too")
  func activity() throws {
    var bench = try ResumeBench.opened()
    bench.send(1, .home(.began, 0))
    for number in UInt64(2) ... 63 {
      #expect(Self.marks(bench.send(number, .home(.moved, Double(number)))) == [])
    }
    #expect(Self.marks(bench.send(64, .home(.moved, 64))) == [64])
    bench.send(65, .home(.moved, 65))
    #expect(Self.marks(bench.pass(.milliseconds(79))) == [])
    #expect(Self.marks(bench.pass(.milliseconds(21))) == [65])
    bench.receive(.events(first: 66, [.malformed(sequence: 66, [])]))
    #expect(Self.marks(bench.pass(.milliseconds(250))) == [66])
    #expect(Self.marks(bench.pass(.seconds(20))) == [])
  }

  @Test("every 250 ms of activity or before, with acknowledgements that leave anyway")
  func company() throws {
    var bench = try ResumeBench.opened()
    bench.send(1, .home(.began, 0))
    var last = bench.now
    var count = 0
    for number in UInt64(2) ... 120 {
      var frames = bench.pass(.milliseconds(16))
      frames += bench.send(number, .home(.moved, Double(number)))
      for frame in frames where frame.checkpoint != nil {
        #expect(frame.ackedEvent == frame.checkpoint?.event)
        #expect(bench.now - last <= .milliseconds(250))
        last = bench.now
        count += 1
      }
    }
    // In 1.9 s, with one after two acknowledgements.
    #expect((8 ... 12).contains(count), "\(count)")
  }

  @Test("every 60 s while nothing happens, heartbeats or not")
  func idle() throws {
    var bench = try ResumeBench.opened()
    var seconds: [Int64] = []
    for second in Int64(1) ... 200 {
      if second % 10 == 0 {
        bench.receive(.heartbeat(time: bench.now, [], pointers: []))
      }
      if !Self.marks(bench.pass(.seconds(1))).isEmpty { seconds.append(second) }
    }
    #expect(seconds == [60, 120, 180])
  }

  @Test("input that a client cannot resend gets a checkpoint: commands, server ticks, heartbeats")
  func tainted() throws {
    var bench = try ResumeBench.opened()
    bench.order(.selectTab(index: 2), as: "c")
    #expect(bench.frames.last?.directives.isEmpty == false)
    #expect(bench.frames.last?.checkpoint?.directive == 1)
    // A heartbeat that omits a drag ends it, and the effect is sent.
    var dragging = try ResumeBench.opened()
    dragging.send(1, .home(.began, 0), .home(.moved, -120))
    let lost = dragging.receive(.heartbeat(time: dragging.now, [], pointers: []))
    #expect(lost.flatMap(\.directives).count == 1 && lost.last?.checkpoint?.directive == 2)
    // A heartbeat without an effect is kept, too, since later decisions may depend on it.
    var silent = try ResumeBench.opened()
    silent.receive(.heartbeat(time: Instant(microseconds: 7), [], pointers: []))
    silent.send(1, .home(.began, 0))
    let later = silent.send(2, .home(.moved, 600))
    #expect(later.last?.directives.first?.at == Instant(microseconds: 7))
    #expect(Self.marks(later) == [2])
    var settling = try ResumeBench.opened()
    settling.send(1, .home(.began, 0), .home(.moved, 440), .home(.ended, 470))
    let frames = settling.pass(.seconds(4)).filter { !$0.directives.isEmpty }
    #expect(frames.count == 1 && frames[0].checkpoint?.directive == 1)
  }

  @Test("an order that shows nothing is sealed at once, and certain with the next directive")
  func silent() throws {
    var bench = try ResumeBench.opened()
    #expect(bench.order(.orderToggle(id: "rocket", look: .below), as: "c") == .carriedOut(last: 1))
    let checkpoint = try #require(bench.frames.last?.checkpoint)
    #expect(bench.frames.count == 2 && bench.frames[1].directives.isEmpty)
    var other = ResumeBench(try ResumeBench.vault())
    other.receive(.open(.resuming(from: checkpoint)))
    #expect(other.stream.session?.state.toggles[0].phase == .commanded)
    #expect(other.order(.orderToggle(id: "rocket", look: .above), as: "c") == .carriedOut(last: 1))
    // A command without any effect is done at once.
    #expect(other.order(.account(.loginFailed), as: "d") == .carriedOut(last: 0))
    // Later it advances session time, which is a change.
    _ = other.pass(.seconds(1))
    #expect(other.order(.account(.loginFailed), as: "e") == .carriedOut(last: 1))
  }

  @Test("a session that leaves takes a last one along")
  func leaving() throws {
    var bench = try ResumeBench.opened()
    bench.send(1, .home(.began, 0))
    #expect(Self.marks(bench.drain(by: .seconds(5))) == [1])
    bench.send(2, .home(.moved, 3))
    bench.pass(.milliseconds(300))
    bench.send(3, .home(.moved, 4))
    #expect(Self.marks(bench.pass(.milliseconds(50))) == [])
    bench.send(4, .home(.moved, 5))
    #expect(bench.end().last?.checkpoint?.event == 4)
    #expect(bench.isOver && bench.ending == nil)
  }
}
