import InteractionCore
import Synchronization
import Testing

@testable import InteractionClient

@Suite("Silence: a call on which nothing comes is given up, opened or not")
struct SilenceTests {
  @Test("only once the call has begun: before, the app is asked for a token", arguments: [1, 3])
  func opened(calledEpoch: UInt64) {
    let session = Self.session(link: 3, calledEpoch: calledEpoch)
    #expect(Self.silent(session, after: .seconds(26)) == (calledEpoch == 3 ? 3 : nil))
    #expect(Self.silent(session, after: .seconds(24)) == nil)
  }

  @Test("a wait for the next attempt is not cut short by the silence that led to it")
  func waiting() {
    #expect(Self.silent(Self.session(link: 0, calledEpoch: 3), after: .seconds(26)) == nil)
  }

  private static func session(link: UInt64, calledEpoch: UInt64) -> InteractionSession {
    let session = InteractionSession(
      configuration: SessionConfiguration(sessionID: "s", environment: .phone))
    session.state.withLock { state in
      (state.epoch, state.calledEpoch) = (3, calledEpoch)
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
