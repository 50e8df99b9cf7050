import InteractionCore
import Testing

@testable import InteractionStream

@Suite("Times of acknowledgements")
struct AckGridTests {
  private static func ms(_ time: Int64) -> Instant { Instant(microseconds: time * 1_000) }

  @Test("within the delay, those of a session at intervals of the grid")
  func grid() {
    let limits = StreamLimits()
    for opening in Int64(0) ..< 40 {
      let acks = (Int64(1_000) ..< 1_040).map { now in
        let ack = limits.latestAck(at: Self.ms(now), openedAt: Self.ms(opening))
        let wait = ack - Self.ms(now)
        #expect(wait <= limits.ackDelay && wait > limits.ackDelay - StreamLimits.ackGrid)
        return ack
      }
      let moments = Set(acks).sorted()
      #expect(zip(moments.dropFirst(), moments).allSatisfy { $0 - $1 == StreamLimits.ackGrid })
    }
  }

  @Test("sessions that open at all times are divided among all moments")
  func phases() {
    let acks = (Int64(0) ..< 20).map {
      StreamLimits().latestAck(at: Self.ms(1_000), openedAt: Self.ms($0))
    }
    #expect(Set(acks).count == Int(StreamLimits.ackPhases))
  }

  @Test("a short delay is kept exactly")
  func short() {
    var limits = StreamLimits()
    limits.ackDelay = .milliseconds(20)
    #expect(limits.latestAck(at: Self.ms(1_007), openedAt: Self.ms(3)) == Self.ms(1_027))
  }
}
