import InteractionCore
import Synchronization
import Testing

@testable import InteractionClient

@Suite("Silence: an open connection on which nothing comes is given up, and no other")
struct SilenceTests {
  @Test("only the connection on which the session is open", arguments: [1, 3])
  func opened(openedEpoch: UInt64) {
    let session = Self.session(link: 3, openedEpoch: openedEpoch)
    #expect(Self.silent(session, after: .seconds(26)) == (openedEpoch == 3 ? 3 : nil))
    #expect(Self.silent(session, after: .seconds(24)) == nil)
  }

  @Test("a wait for the next attempt is not cut short by the silence that led to it")
  func waiting() {
    #expect(Self.silent(Self.session(link: 0, openedEpoch: 3), after: .seconds(26)) == nil)
  }

  private static func session(link: UInt64, openedEpoch: UInt64) -> InteractionSession {
    let session = InteractionSession(
      configuration: SessionConfiguration(sessionID: "s", environment: .phone))
    session.state.withLock { state in
      (state.epoch, state.openedEpoch) = (3, openedEpoch)
      state.link = SessionLink(epoch: link)
    }
    return session
  }

  private static func silent(_ session: InteractionSession, after time: Duration) -> UInt64? {
    session.state.withLock { state in
      state.link(silentFor: .seconds(25), at: state.lastHeard + time)?.epoch
    }
  }
}
