import InteractionWire
import Logging
import Synchronization
import Testing

@testable import InteractionService

@Suite("The process's memory is watched")
struct MemoryWatchTests {
  @Test("a look that fails is not the last one")
  func failedLook() async throws {
    let looks = Mutex(0)
    var configuration = Engine.Configuration()
    configuration.admission.memoryBytes = 1 << 20
    configuration.memory = {
      looks.withLock { looks in
        looks += 1
        return looks == 1 ? nil : 2 << 20
      }
    }
    let engine = try Engine(
      configuration, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    let running = Task { await engine.run() }
    while looks.withLock({ $0 }) < 3 { try await Task.sleep(for: .milliseconds(10)) }
    running.cancel()
    let caller = try #require(engine.gatekeeper.anonymous)
    let stream = LiveStream(engine: engine, caller: caller) { _ in }
    _ = stream.receive(.open(.sample()), costing: 0)
    #expect(stream.error?.reason == .overloaded)
  }
}
