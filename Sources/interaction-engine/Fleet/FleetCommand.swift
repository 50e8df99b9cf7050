import ArgumentParser
import Foundation
import InteractionConsole
import InteractionEtcd
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
  /// - Throws: `ExitCode.unreachable` if it cannot be asked, after saying why.
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
      Console.complain("interaction-engine: the fleet's store cannot be asked: \(error)")
      throw ExitCode.unreachable
    }
  }

  /// A time such as `2026-11-23T13:10:43Z`.
  static func text(of time: Int64) -> String {
    Date(timeIntervalSince1970: Double(time)).formatted(.iso8601)
  }
}

extension OfferRecord {
  /// Who publishes what, since when.
  var words: String {
    "\(self.by) has been publishing \(self.digest.prefix(12)) since"
      + " \(FleetCommandOptions.text(of: self.at))"
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
