import NIOCore
import NIOHPACK
import Testing

@testable import InteractionTransport

@Suite("Phases and timers of a call: each event in each phase")
struct CallPhaseTests {
  private typealias Service = CallPhase<String>

  private static func at(_ seconds: UInt64) -> NIODeadline {
    .uptimeNanoseconds(seconds * 1_000_000_000)
  }

  private static let trailers: HPACKHeaders = ["grpc-status": "0"]
  private static let other: HPACKHeaders = ["grpc-status": "4"]

  private static let authenticating = Service.authenticating(.none)
  private static let timed = Service.authenticating(.at(at(9)))
  private static let running = Service.open("a", .init())
  private static let held = Service.open("a", .init(intake: .throttled(until: at(5))))
  private static let verifying = Service.open("a", .init(intake: .verifyingToken))
  private static let ending = Service.open("a", .init(endTimeout: at(7)))
  private static let late = Service.open("a", .init(deadline: .hasPassed))
  private static let leaving = Service.closing(trailers)

  /// All phases, in the order of the rows below.
  private static let phases: [Service] = [
    authenticating, timed, running, held, verifying, ending, late, leaving, .closed,
  ]

  /// Returns the next phase of each phase after an event.
  private func next(_ change: (inout Service) -> Void) -> [Service] {
    Self.phases.map { phase in
      var service = phase
      change(&service)
      return service
    }
  }

  /// Returns the result of an event in each phase.
  private func found<Found>(_ change: (inout Service) -> Found) -> [Found] {
    Self.phases.map { phase in
      var service = phase
      return change(&service)
    }
  }

  /// Returns the phases with a change of every phase that serves a stream.
  private func serving(_ change: (inout CallTimeouts) -> Void) -> [Service] {
    Self.phases.map { phase in
      guard case .open(let stream, var serving) = phase else { return phase }
      change(&serving)
      return .open(stream, serving)
    }
  }

  @Test("the caller is known")
  func serve() {
    var expected = Self.phases
    expected[0] = .open("b", .init())
    expected[1] = .open("b", .init(deadline: .at(Self.at(9))))
    #expect(self.next { $0.serve("b") } == expected)
  }

  @Test(
    "messages are not read for a while, or again",
    arguments: [.reading, .verifyingToken, .throttled(until: at(3))] as [CallTimeouts.ReadState])
  func intake(_ intake: CallTimeouts.ReadState) {
    #expect(self.next { $0.change(to: intake) } == self.serving { $0.intake = intake })
  }

  @Test("the stream has something to do; its end waits, of which the first time counts")
  func waits() {
    #expect(self.next { $0.wake(at: Self.at(3)) } == self.serving { $0.wake = Self.at(3) })
    #expect(
      self.next { $0.setEndTimeout(until: Self.at(8)) }
        == self.serving { $0.endTimeout = $0.endTimeout ?? Self.at(8) })
  }

  @Test("the end, alone or behind what waits", arguments: [false, true])
  func end(areBehind: Bool) {
    let ended: Service = areBehind ? .closing(Self.other) : .closed
    #expect(
      self.next { _ = $0.end(with: Self.other, areBehind: areBehind) }
        == [ended, ended, ended, ended, ended, ended, ended, Self.leaving, .closed])
    let done: Service.TrailersAction = areBehind ? .wait : .send
    #expect(
      self.found { $0.end(with: Self.other, areBehind: areBehind) }
        == [done, done, done, done, done, done, done, .drop, .drop])
  }

  @Test("trailers follow once all messages are sent")
  func sent() {
    #expect(self.next { _ = $0.takeTrailers() } == Self.phases.dropLast(2) + [.closed, .closed])
    let none = Array(repeating: HPACKHeaders?.none, count: 7)
    #expect(self.found { $0.takeTrailers() } == none + [Self.trailers, nil])
  }

  @Test("the client is gone")
  func lose() {
    let expected = Array(repeating: Service.closed, count: Self.phases.count)
    #expect(self.next { _ = $0.connectionLost() } == expected)
    #expect(
      self.found { $0.connectionLost() } == [nil, nil, "a", "a", "a", "a", "a", nil, nil])
  }

  @Test("nothing rings before it is due")
  func early() {
    #expect(self.next { _ = $0.takeFiredTimer(at: Self.at(4)) } == Self.phases)
    #expect(self.found { $0.takeFiredTimer(at: Self.at(4)) }.allSatisfy { $0 == nil })
  }

  @Test("a due timer fires once, and its deadline is known before")
  func ring() {
    var expected = Self.phases
    expected[1] = .authenticating(.hasPassed)
    expected[3] = Self.running
    expected[5] = Self.running
    #expect(self.next { _ = $0.takeFiredTimer(at: Self.at(9)) } == expected)
    #expect(
      self.found { $0.takeFiredTimer(at: Self.at(9)) }
        == [nil, .end, nil, .read, nil, .giveUp("a"), nil, nil, nil])
    let again = expected.map { phase in
      var service = phase
      return service.takeFiredTimer(at: Self.at(99))
    }
    #expect(again.allSatisfy { $0 == nil })
    #expect(
      Self.phases.map(\.nextDeadline)
        == [nil, Self.at(9), nil, Self.at(5), nil, Self.at(7), nil, nil, nil])
  }

  @Test("a stream that waits for all at once: each rings at its time")
  func all() {
    var service = Service.open(
      "a",
      .init(
        intake: .throttled(until: Self.at(2)), deadline: .at(Self.at(4)), wake: Self.at(1),
        endTimeout: Self.at(3)))
    let dues: [Service.FiredTimer] = [.wake("a"), .read, .giveUp("a"), .cancel("a")]
    for (index, due) in dues.enumerated() {
      let time = Self.at(UInt64(index + 1))
      #expect(service.nextDeadline == time)
      let found = service.takeFiredTimer(at: time)
      #expect(found == due)
    }
    #expect(service == Self.late)
    #expect(service.nextDeadline == nil)
  }

  @Test("the handling of a message")
  func reading() {
    #expect(
      Self.phases.map(\.reading)
        == [
          .later, .later, .now("a"), .later, .later, .now("a"), .now("a"), .never, .never,
        ])
  }

  @Test("a deadline that has passed is known until the end")
  func deadline() {
    let passed = Self.phases.map(\.deadlineHasPassed)
    #expect(passed.firstIndex(of: true) == 6 && passed.count { $0 } == 1)
    #expect(Service.authenticating(.hasPassed).deadlineHasPassed)
    #expect(!Self.timed.deadlineHasPassed)
  }
}
