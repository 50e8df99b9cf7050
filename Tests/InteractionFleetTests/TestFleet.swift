import Foundation
import InteractionFleet
import Logging
import Testing

/// Engines with nodes on one store.
@available(InteractionEngine 1.0, *)
final class TestFleet: Sendable {
  /// An engine that runs until it is stopped, or the fleet is deinitialized.
  struct Running: Sendable {
    let engine: FleetMemberSpy
    let node: FleetNode
    let task: Task<Void, Never>
  }

  let store: any KeyValueStore

  init(_ store: any KeyValueStore) { self.store = store }

  func start(_ name: String, cache: URL? = nil) -> Running {
    var configuration = FleetNode.Configuration(engine: name)
    configuration.leaseSeconds = 6
    configuration.cache = cache
    let engine = FleetMemberSpy()
    let node = FleetNode(
      configuration, store: self.store, member: engine,
      logger: Logger(label: name) { _ in SwiftLogNoOpLogHandler() })
    return Running(engine: engine, node: node, task: Task { await node.run() })
  }

  func publish(
    _ digest: String, of name: String = "home", text: String = "good", by user: String = "ann",
    within seconds: Int64 = 20
  ) async throws -> PublishOutcome {
    try await Publisher(store: self.store, user: user).publish(
      DocumentVersion(DocumentName(.experience, name), digest: digest, text: text),
      within: seconds)
  }
}

/// Waits until a condition holds.
@available(InteractionEngine 1.0, *)
func eventually(
  _ what: Comment, within time: Duration = .seconds(30),
  sourceLocation: SourceLocation = #_sourceLocation, _ holds: () async -> Bool
) async {
  let deadline = ContinuousClock.now + time
  while ContinuousClock.now < deadline {
    if await holds() { return }
    try? await Task.sleep(for: .milliseconds(10))
  }
  Issue.record(what, sourceLocation: sourceLocation)
}

@available(InteractionEngine 1.0, *)
extension TestFleet.Running {
  /// Waits until the engine is one of `count` members.
  func joined(among count: Int) async {
    await eventually("joined among \(count)") {
      self.node.standing == .joined && self.engine.seen.engines.count == count
    }
  }

  func stop() async {
    self.task.cancel()
    await self.task.value
  }

  func has(_ digest: String, of name: String = "home") async {
    await eventually("\(name) is \(digest)") { self.engine.seen.inForce[name] == digest }
  }
}
