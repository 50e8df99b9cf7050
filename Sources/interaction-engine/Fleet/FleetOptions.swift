import ArgumentParser
import Foundation
import InteractionEtcd
import InteractionFleet
import InteractionService
import Logging

/// How an engine is one of several that serve as one.
struct FleetOptions: ParsableArguments {
  @OptionGroup
  var store: FleetStoreOptions

  @Option(
    help: ArgumentHelp(
      "The engine's name in its fleet, by which proxies know it, too; by default the machine's.",
      valueName: "name"))
  var fleetEngine: String?

  @Option(
    help: ArgumentHelp(
      "Folder for what was last in force: with it the engine starts, too, while the store is down.",
      valueName: "directory"))
  var fleetCache: String?

  func validate() throws {
    guard self.isOn || self.fleetEngine == nil && self.fleetCache == nil else {
      throw ValidationError("--fleet-engine and --fleet-cache need --fleet-store")
    }
    guard FleetKey.isName(self.name) else {
      throw ValidationError(
        "--fleet-engine is '\(self.name)'; must be 1 to 64 bytes of A-Z a-z 0-9 . _ -")
    }
  }

  /// Whether there is a fleet.
  var isOn: Bool { !self.store.stores.isEmpty }

  private var name: String { self.fleetEngine ?? ProcessInfo.processInfo.hostName }

  /// The engine's part in its fleet; nil if it has none.
  func membership(of engine: Engine, logger: Logger) throws -> FleetMembership? {
    guard self.isOn else { return nil }
    var configuration = FleetNode.Configuration(engine: self.name)
    configuration.cache = self.fleetCache.map { URL(fileURLWithPath: $0, isDirectory: true) }
    let store = try self.store.store()
    // A lease, and what a proxy's health checks take.
    let settlingTime = Duration.seconds(configuration.leaseSeconds + 5)
    let member = FleetEngine(engine, named: self.name, settlingTime: settlingTime)
    let node = FleetNode(configuration, store: store, member: member, logger: logger)
    return FleetMembership(store: store, node: node, engine: member)
  }
}

/// An engine's part in its fleet.
struct FleetMembership: Sendable {
  let store: EtcdStore
  let node: FleetNode
  let engine: FleetEngine

  /// Takes part until the task is cancelled.
  func run() async {
    let connections = Task { await self.store.run() }
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await self.node.run() }
      group.addTask { await self.engine.run() }
    }
    // The node has left the list over them.
    connections.cancel()
    await connections.value
  }
}
