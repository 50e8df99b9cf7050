import Foundation
import InteractionCore
import InteractionExperience
import InteractionWire
import Synchronization
import Testing

@testable import InteractionClient

/// An in-memory store that fails on demand.
final class MemoryStore: CheckpointStore {
  private struct State: Sendable {
    var sessions: [String: [UInt8]] = [:]
    var failing: Set<StoreFailure.Operation> = []
  }

  private let state = Mutex(State())
  private let saved: AsyncStream<Int>.Continuation
  /// The stored size after each save or removal; 0 if nothing is stored.
  let sizes: AsyncStream<Int>

  init(_ sessions: [String: [UInt8]] = [:], failing: Set<StoreFailure.Operation> = []) {
    (self.sizes, self.saved) = AsyncStream.makeStream()
    self.state.withLock { $0 = State(sessions: sessions, failing: failing) }
  }

  var sessions: [String: [UInt8]] { self.state.withLock { $0.sessions } }

  func load(_ sessionID: String) throws -> [UInt8]? {
    try self.state.withLock { state in
      if state.failing.contains(.load) { throw StoreFailure(.load, "no disk") }
      return state.sessions[sessionID]
    }
  }

  func save(_ bytes: [UInt8], as sessionID: String) throws {
    try self.state.withLock { state in
      if state.failing.contains(.save) { throw StoreFailure(.save, "no disk") }
      state.sessions[sessionID] = bytes
    }
    self.saved.yield(bytes.count)
  }

  func remove(_ sessionID: String) throws {
    try self.state.withLock { state in
      if state.failing.contains(.remove) { throw StoreFailure(.remove, "no disk") }
      state.sessions[sessionID] = nil
    }
    self.saved.yield(0)
  }
}

@Suite("Store: files, and what a session makes of what it finds")
struct CheckpointStoreTests {
  private static func withFolder(_ body: (URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("store-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder)
  }

  @Test(
    "each session has a file, whatever its name", arguments: ["home-1", ".", "..", "a..b", "_"])
  func files(name: String) throws {
    try Self.withFolder { folder in
      let store = FileCheckpointStore(folder: folder)
      #expect(try store.load(name) == nil)
      try store.remove(name)
      try store.save([1, 2, 3], as: name)
      try store.save([4], as: name)
      try store.save([5], as: "other")
      #expect(try store.load(name) == [4])
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 2)
      try store.remove(name)
      #expect(try store.load(name) == nil)
      #expect(try store.load("other") == [5])
    }
  }

  @Test("a file is neither written nor read past its limit")
  func tooLarge() throws {
    try Self.withFolder { folder in
      let store = FileCheckpointStore(folder: folder, maximumBytes: 3)
      try store.save([1, 2, 3], as: "home")
      #expect(throws: StoreFailure.self) { try store.save([1, 2, 3, 4], as: "home") }
      #expect(try store.load("home") == [1, 2, 3])
      try FileCheckpointStore(folder: folder).save([1, 2, 3, 4], as: "home")
      #expect(throws: StoreFailure.self) { try store.load("home") }
    }
  }

  private static func configuration(_ store: MemoryStore) -> SessionConfiguration {
    var configuration = SessionConfiguration(
      sessionID: "cut", experience: "home-refined", surface: .phone)
    configuration.store = store
    return configuration
  }

  /// Returns the first update of a stored session, before it connects.
  private static func first(_ store: MemoryStore, at wallClock: Int64) async throws
    -> SessionUpdate?
  {
    let session = InteractionSession(configuration: configuration(store), wallClock: wallClock)
    session.update.finish()
    for try await update in session.updates { return update }
    return nil
  }

  @Test("a saved session shows at once and its time continues; a damaged one is reported")
  func restores() async throws {
    var link = try InterruptibleLink(try #require(try BuiltInExperiences.named("home-refined")))
    link.happen(.tapTab(index: 1), at: Instant(microseconds: 7))
    link.settle()
    let bytes = try #require(link.kept(at: 1_000_000)).bytes
    let kept = MemoryStore(["cut": bytes])

    guard case .opened(let opened) = try await Self.first(kept, at: 2_000_000) else {
      Issue.record("nothing shows")
      return
    }
    #expect(opened.snapshot == link.client.model.snapshot)
    let session = InteractionSession(
      configuration: Self.configuration(kept), wallClock: 2_000_000)
    #expect(session.now >= Instant(microseconds: 1_000_007))
    let open = session.perform { $0.machine.open(on: $0.machine.epoch, at: $1) }
    #expect(open?.resume?.directive == 1)

    let expired = try await Self.first(kept, at: 2_000_000 + 86_400_000_000)
    #expect(expired == nil, "a day later the session begins anew")
    let damaged = MemoryStore(["cut": Array(bytes.dropLast())])
    guard case .storeFailed(let failure) = try await Self.first(damaged, at: 2_000_000) else {
      Issue.record("nothing was said")
      return
    }
    #expect(failure.operation == .load)
    let broken = MemoryStore(["cut": bytes], failing: [.load])
    #expect(
      try await Self.first(broken, at: 2_000_000)
        == .storeFailed(StoreFailure(.load, "no disk")))
  }

  @Test("a surface that has changed meanwhile is reported")
  func turned() throws {
    var link = try InterruptibleLink(try #require(try BuiltInExperiences.named("home-refined")))
    link.settle()
    let kept = MemoryStore(["cut": try #require(link.kept(at: 1_000_000)).bytes])
    var configuration = Self.configuration(kept)
    configuration.surface.viewport = Size(width: 844, height: 390)
    let session = InteractionSession(configuration: configuration, wallClock: 1_000_000)
    let waiting = session.state.withLock { $0.machine.stream.outbox.kept.map(\.kind) }
    #expect(waiting == [.surface(configuration.surface)])
  }

  @Test("a store that fails is said once, as long as it fails in the same way")
  func failing() async throws {
    let session = InteractionSession(configuration: Self.configuration(MemoryStore()))
    let store = MemoryStore(failing: [.save, .remove])
    let (asked, ask) = AsyncStream<Void>.makeStream()
    for _ in 0 ..< 3 { ask.yield() }
    ask.finish()
    await session.keep(in: store, whenever: asked)
    session.update.finish()
    var updates: [SessionUpdate] = []
    for try await update in session.updates { updates.append(update) }
    #expect(updates == [.storeFailed(StoreFailure(.remove, "no disk"))])
  }
}
