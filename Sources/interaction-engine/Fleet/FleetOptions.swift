import ArgumentParser
import Foundation
import InteractionEtcd
import InteractionFleet
import InteractionService
import Logging

/// The options of an engine in a fleet.
struct FleetOptions: ParsableArguments {
  @OptionGroup
  var store: FleetStoreOptions

  @Option(
    help: ArgumentHelp(
      "Name of the engine in the fleet, the same as in the proxies; the host name by default.",
      valueName: "name"))
  var fleetEngine: String?

  @Option(
    help: ArgumentHelp(
      "Directory that caches the documents in force, so that the engine can start without the store.",
      valueName: "directory"))
  var fleetCache: String?

  func validate() throws {
    guard self.isEnabled || self.fleetEngine == nil && self.fleetCache == nil else {
      throw ValidationError("--fleet-engine and --fleet-cache need --fleet-store")
    }
    guard FleetKey.isName(self.name) else {
      throw ValidationError(
        "--fleet-engine is '\(self.name)'; must be 1 to 64 bytes of A-Z a-z 0-9 . _ -")
    }
  }

  /// A Boolean value that indicates whether the engine belongs to a fleet.
  var isEnabled: Bool { !self.store.stores.isEmpty }

  private var name: String { self.fleetEngine ?? ProcessInfo.processInfo.hostName }

  /// Returns the engine's membership; nil without a fleet.
  func membership(of engine: Engine, logger: Logger) throws -> FleetMembership? {
    guard self.isEnabled else { return nil }
    var configuration = FleetNode.Configuration(engine: self.name)
    configuration.cache = self.fleetCache.map { URL(fileURLWithPath: $0, isDirectory: true) }
    let store = try self.store.store()
    // A lease's time to live plus the time of a proxy's health checks.
    let settlingTime = Duration.seconds(configuration.leaseSeconds + 5)
    let member = FleetEngine(engine, named: self.name, settlingTime: settlingTime)
    let node = FleetNode(configuration, store: store, member: member, logger: logger)
    return FleetMembership(store: store, node: node, engine: member)
  }
}

/// An engine's membership in a fleet.
struct FleetMembership: Sendable {
  let store: EtcdStore
  let node: FleetNode
  let engine: FleetEngine

  /// Runs until the task is cancelled.
  func run() async {
    let connections = Task { await self.store.run() }
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await self.node.run() }
      group.addTask { await self.engine.run() }
    }
    // The node needs the connections for leaving the fleet.
    connections.cancel()
    await connections.value
  }
}
