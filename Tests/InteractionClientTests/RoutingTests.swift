import GRPCCore
import InteractionClient
import InteractionCore
import Synchronization
import Testing

@Suite("Routing keys of sessions")
struct RoutingTests {
  /// Records the routing keys of all calls.
  private final class Keys: ServerInterceptor {
    private let noted = Mutex<Set<[String]>>([])

    var all: Set<[String]> { self.noted.withLock { $0 } }

    func intercept<Input: Sendable, Output: Sendable>(
      request: StreamingServerRequest<Input>, context: ServerContext,
      next:
        @Sendable (StreamingServerRequest<Input>, ServerContext) async throws ->
        StreamingServerResponse<Output>
    ) async throws -> StreamingServerResponse<Output> {
      let keys = Array(request.metadata[stringValues: "x-interaction-key"])
      self.noted.withLock { _ = $0.insert(keys) }
      return try await next(request, context)
    }
  }

  @Test(
    "Every call has the user's key, or else the session's",
    arguments: [("ann@shop", "ann%40shop"), ("", "s1")], SessionConfiguration.CallStyle.allCases)
  func key(of user: (String, String), wire: SessionConfiguration.CallStyle) async throws {
    let (name, key) = user
    let keys = Keys()
    var configuration = SessionConfiguration(
      sessionID: "s1", surface: .phone, runsWithClock: false, reconnects: nil)
    configuration.user = name
    configuration.wire = wire
    try await TestTransport.inProcess.withEngine(interceptors: [keys]) { [configuration] open in
      let session = open(configuration)
      session.finish()
      for try await _ in session.directives {}
    }
    #expect(keys.all == [[key]])
  }
}
