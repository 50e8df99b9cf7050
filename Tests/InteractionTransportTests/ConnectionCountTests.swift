import Testing

@testable import InteractionTransport

@Suite("Connections are counted")
struct ConnectionCountTests {
  @Test("one too many is not let in until another one goes")
  func limit() {
    var limits = ConnectionLimits()
    limits.connections = 2
    let count = ConnectionCount(limits: limits)
    #expect(count.admit())
    #expect(count.admit())
    #expect(!count.admit())
    count.release()
    #expect(count.admit())
    #expect(!count.admit())
  }
}
