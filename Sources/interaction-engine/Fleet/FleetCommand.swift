import ArgumentParser
import Foundation
import InteractionCommandLine
import InteractionEtcd
import InteractionFiles
import InteractionFleet

/// The options that all fleet commands share.
struct FleetCommandOptions: ParsableArguments {
  @OptionGroup(title: "Fleet")
  var store: FleetStoreOptions

  @Option(
    help: ArgumentHelp(
      "Publisher's name in the history; the user name by default.", valueName: "name"))
  var by: String?

  /// - Throws: `ValidationError` without the address of a store.
  func requireStore() throws {
    guard !self.store.stores.isEmpty else {
      throw ValidationError(
        "--fleet-store is missing; give the address of a member of the fleet's etcd")
    }
  }

  /// Runs an operation on the store, as ``FleetStoreOptions/withStore(_:)`` does.
  func withPublisher<Value: Sendable>(
    _ body: @Sendable (Publisher) async throws(StoreError) -> Value
  ) async throws -> Value {
    let user = self.by ?? ProcessInfo.processInfo.userName
    return try await self.store.withStore { store throws(StoreError) in
      try await body(Publisher(store: store, user: user))
    }
  }
}

extension FleetStoreOptions {
  /// Runs an operation on the store.
  ///
  /// - Throws: `ExitCode.unreachable` if the store is unavailable, after printing the error;
  ///   `CancellationError` if the task was cancelled before.
  func withStore<Value: Sendable>(
    _ body: @Sendable (EtcdStore) async throws(StoreError) -> Value
  ) async throws -> Value {
    let store = try self.store()
    let connections = Task { await store.run() }
    defer { connections.cancel() }
    do {
      return try await body(store)
    } catch {
      if Task.isCancelled { throw CancellationError() }
      let reason = error.message.printable(atMost: 1_000)
      Console.error("interaction-engine: cannot access the fleet store: \(reason)")
      throw ExitCode.unreachable
    }
  }
}

extension ExitCode {
  /// An invalid file (`EX_DATAERR`).
  static let badDocument = ExitCode(65)
  /// An unreadable file (`EX_NOINPUT`).
  static let unreadableDocument = ExitCode(66)
  /// The store or the engine is unavailable (`EX_UNAVAILABLE`).
  static let unreachable = ExitCode(69)
}
