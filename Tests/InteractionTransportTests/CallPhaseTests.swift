import NIOCore
import NIOHPACK
import Testing

@testable import InteractionTransport

@Suite("How far a call is, and what it waits for: each event in each phase")
struct CallPhaseTests {
  private typealias Service = CallPhase<String>

  private static func at(_ seconds: UInt64) -> NIODeadline {
    .uptimeNanoseconds(seconds * 1_000_000_000)
  }

  private static let trailers: HPACKHeaders = ["grpc-status": "0"]
  private static let other: HPACKHeaders = ["grpc-status": "4"]

  private static let asking = Service.asking(.none)
  private static let timed = Service.asking(.at(at(9)))
  private static let running = Service.serving("a", .init())
  private static let held = Service.serving("a", .init(intake: .isHeld(until: at(5))))
  private static let verifying = Service.serving("a", .init(intake: .verifies))
  private static let ending = Service.serving("a", .init(grace: at(7)))
  private static let late = Service.serving("a", .init(deadline: .hasPassed))
  private static let leaving = Service.leaving(trailers)

  /// All phases, in the order of the rows below.
  private static let phases: [Service] = [
    asking, timed, running, held, verifying, ending, late, leaving, .over,
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
      guard case .serving(let stream, var serving) = phase else { return phase }
      change(&serving)
      return .serving(stream, serving)
    }
  }

  @Test("the caller is known")
  func serve() {
    var expected = Self.phases
    expected[0] = .serving("b", .init())
    expected[1] = .serving("b", .init(deadline: .at(Self.at(9))))
    #expect(self.next { $0.serve("b") } == expected)
  }

  @Test(
    "messages are not read for a while, or again",
    arguments: [.flows, .verifies, .isHeld(until: at(3))] as [CallTimeouts.Intake])
  func intake(_ intake: CallTimeouts.Intake) {
    #expect(self.next { $0.change(to: intake) } == self.serving { $0.intake = intake })
  }

  @Test("the stream has something to do; its end waits, of which the first time counts")
  func waits() {
    #expect(self.next { $0.wake(at: Self.at(3)) } == self.serving { $0.wake = Self.at(3) })
    #expect(
      self.next { $0.endWaits(until: Self.at(8)) }
        == self.serving { $0.grace = $0.grace ?? Self.at(8) })
  }

  @Test("the end, alone or behind what waits", arguments: [false, true])
  func end(areBehind: Bool) {
    let ended: Service = areBehind ? .leaving(Self.other) : .over
    #expect(
      self.next { _ = $0.end(with: Self.other, areBehind: areBehind) }
        == [ended, ended, ended, ended, ended, ended, ended, Self.leaving, .over])
    let done: Service.Ending = areBehind ? .wait : .leave
    #expect(
      self.found { $0.end(with: Self.other, areBehind: areBehind) }
        == [done, done, done, done, done, done, done, .drop, .drop])
  }

  @Test("what came before the trailers has left")
  func sent() {
    #expect(self.next { _ = $0.sent() } == Self.phases.dropLast(2) + [.over, .over])
    let none = Array(repeating: HPACKHeaders?.none, count: 7)
    #expect(self.found { $0.sent() } == none + [Self.trailers, nil])
  }

  @Test("the client is gone")
  func lose() {
    let expected = Array(repeating: Service.over, count: Self.phases.count)
    #expect(self.next { _ = $0.lose() } == expected)
    #expect(
      self.found { $0.lose() } == [nil, nil, "a", "a", "a", "a", "a", nil, nil])
  }

  @Test("nothing rings before it is due")
  func early() {
    #expect(self.next { _ = $0.ring(at: Self.at(4)) } == Self.phases)
    #expect(self.found { $0.ring(at: Self.at(4)) }.allSatisfy { $0 == nil })
  }

  @Test("what is due rings once, and is known before")
  func ring() {
    var expected = Self.phases
    expected[1] = .asking(.hasPassed)
    expected[3] = Self.running
    expected[5] = Self.running
    #expect(self.next { _ = $0.ring(at: Self.at(9)) } == expected)
    #expect(
      self.found { $0.ring(at: Self.at(9)) }
        == [nil, .end, nil, .read, nil, .giveUp("a"), nil, nil, nil])
    let again = expected.map { phase in
      var service = phase
      return service.ring(at: Self.at(99))
    }
    #expect(again.allSatisfy { $0 == nil })
    #expect(
      Self.phases.map(\.nextDeadline)
        == [nil, Self.at(9), nil, Self.at(5), nil, Self.at(7), nil, nil, nil])
  }

  @Test("a stream that waits for all at once: each rings at its time")
  func all() {
    var service = Service.serving(
      "a",
      .init(
        intake: .isHeld(until: Self.at(2)), deadline: .at(Self.at(4)), wake: Self.at(1),
        grace: Self.at(3)))
    let dues: [Service.Due] = [.wake("a"), .read, .giveUp("a"), .cancel("a")]
    for (index, due) in dues.enumerated() {
      let time = Self.at(UInt64(index + 1))
      #expect(service.nextDeadline == time)
      let found = service.ring(at: time)
      #expect(found == due)
    }
    #expect(service == Self.late)
    #expect(service.nextDeadline == nil)
  }

  @Test("what becomes of a message")
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
    #expect(Service.asking(.hasPassed).deadlineHasPassed)
    #expect(!Self.timed.deadlineHasPassed)
  }
}
