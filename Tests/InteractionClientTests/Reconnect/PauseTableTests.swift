import InteractionCore
import InteractionExperience
import InteractionWire
import Synchronization
import Testing

@testable import InteractionClient

@Suite("Pause: in every state of the connection")
struct PauseTableTests {
  /// Where a session is when it is paused.
  enum Place: CaseIterable, Sendable {
    case beforeTheFirstConnection, connecting, open, waiting, leaving, offline, finishing
  }

  /// What a pause does there.
  enum Effect: Hashable {
    case nothing, stays, leaves, givesUp
  }

  private static func session(at place: Place) throws -> InteractionSession {
    let session = InteractionSession(
      configuration: SessionConfiguration(sessionID: "s", environment: .phone))
    let home = try #require(try BuiltInExperiences.named("home-refined"))
    session.state.withLock { state in
      guard place != .beforeTheFirstConnection else { return }
      (state.epoch, state.link) = (3, SessionLink(epoch: 3))
      switch place {
      case .beforeTheFirstConnection, .connecting: break
      case .open: state.openedEpoch = 3
      case .waiting: state.link = SessionLink(epoch: 0)
      case .leaving:
        state.openedEpoch = 3
        state.leaving = Leaving(DrainPart(leaveAfter: .zero, deadline: .zero), at: .now)
      case .offline:
        _ = state.stream.goOffline(with: home, in: .phone, from: nil)
        state.link = SessionLink(epoch: 0)
      case .finishing:
        state.openedEpoch = 3
        state.isFinishing = true
      }
    }
    return session
  }

  private static func effect(of parting: Parting?) -> Effect {
    switch parting {
    case nil: .nothing
    case .stay: .stays
    case .leave: .leaves
    case .giveUp: .givesUp
    }
  }

  @Test(
    "what becomes of the connection, and how the session comes back; twice is once",
    arguments: zip(
      Place.allCases,
      [.stays, .givesUp, .leaves, .givesUp, .leaves, .givesUp, .nothing] as [Effect]))
  func table(place: Place, expected: Effect) throws {
    let session = try Self.session(at: place)
    session.state.withLock { state in
      let early = state.resumeNow()
      #expect(early == nil, "it is not paused")
      let first = Self.effect(of: state.pauseNow())
      #expect(first == expected)
      guard expected != .nothing else {
        #expect(state.pause == nil)
        return
      }
      let second = Self.effect(of: state.pauseNow())
      #expect(second == .nothing, "it is paused already")
      #expect(state.pausedEpoch == state.epoch)
      let resumed = state.resumeNow()
      #expect(resumed == (place == .offline ? .offline : .connecting))
      let again = state.resumeNow()
      #expect(state.pause == nil && again == nil)
    }
  }

  @Test("a pause tells of nothing but its end, and that of the session")
  func shown() throws {
    let session = try Self.session(at: .open)
    session.pause()
    #expect(session.connectionState == .paused)
    for state in [ConnectionState.open, .resumed, .draining, .offline, .connecting] {
      session.show(state)
      #expect(session.connectionState == .paused)
    }
    session.pause()
    session.resume()
    #expect(session.connectionState == .connecting)
    session.resume()
    session.show(.resumed)
    #expect(session.connectionState == .resumed)
    session.pause()
    session.show(.closed)
    #expect(session.connectionState == .closed)
  }

  @Test("what happens during a pause is kept, and a session that ends goes on for that")
  func keeps() throws {
    let session = try Self.session(at: .open)
    session.pause()
    session.send(.tapTab(index: 1), at: .zero)
    #expect(session.state.withLock { $0.stream.outbox.kept.count } == 1)
    session.finish()
    #expect(session.state.withLock { $0.pause == nil && $0.isFinishing })
    session.pause()
    #expect(session.state.withLock { $0.pause == nil })
  }

  @Test("a pause that is over at once is one all the same: the session does not wait to come back")
  func short() throws {
    let session = try Self.session(at: .waiting)
    #expect(!session.wasPaused)
    session.pause()
    session.resume()
    #expect(session.wasPaused)
    session.state.withLock { $0.epoch += 1 }
    #expect(!session.wasPaused)
  }
}
