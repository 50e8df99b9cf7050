import ArgumentParser
import Foundation
import InteractionCommandLine
import InteractionEtcd
import InteractionFiles
import InteractionFleet

/// What the commands on a fleet's store have in common.
struct FleetCommandOptions: ParsableArguments {
  @OptionGroup(title: "Fleet")
  var store: FleetStoreOptions

  @Option(
    help: ArgumentHelp(
      "Who you are, for the history; by default your user name.", valueName: "name"))
  var by: String?

  func validate() throws {
    guard !self.store.stores.isEmpty else {
      throw ValidationError("--fleet-store is missing; name a member of the fleet's etcd")
    }
  }

  /// Does something with the store.
  ///
  /// - Throws: `ExitCode.unreachable` if it cannot be asked, after saying why; `CancellationError`
  ///   if the task was cancelled before.
  func withPublisher<Value: Sendable>(
    _ body: @Sendable (Publisher) async throws(StoreError) -> Value
  ) async throws -> Value {
    let store = try self.store.store()
    let connections = Task { await store.run() }
    defer { connections.cancel() }
    let user = self.by ?? ProcessInfo.processInfo.userName
    do {
      return try await body(Publisher(store: store, user: user))
    } catch {
      if Task.isCancelled { throw CancellationError() }
      let reason = error.message.printable(atMost: 1_000)
      Console.complain("interaction-engine: the fleet's store cannot be asked: \(reason)")
      throw ExitCode.unreachable
    }
  }
}

extension ExitCode {
  /// A file has a mistake.
  static let badDocument = ExitCode(65)
  /// A file cannot be read.
  static let unreadableDocument = ExitCode(66)
  /// The store, or the engine, cannot be asked.
  static let unreachable = ExitCode(69)
}
