import ArgumentParser
import Foundation
import GRPCCore
import GRPCNIOTransportHTTP2
import InteractionCommandLine
import InteractionFiles
import InteractionFleet
import InteractionService
import InteractionVariants

/// Switches variants off.
struct Kill: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Switch variants of an experience off, or on again.",
    discussion: """
      New sessions that would get the variant get the version of the first one, at once. Engines need \
      not agree, so a sick engine cannot prevent it. Open sessions keep their version, unless \
      --move-open is set.

      With --fleet-store, all engines follow a key in the store. Without it, or while the store is \
      down, the call goes to each engine of --address, and lasts until that engine ends; an engine \
      that does not answer does not delay the others.

      Exit codes: 0 switched on all engines; 1 not on all; 69 the fleet store cannot be accessed.

      Example: interaction-engine kill home low --fleet-store 127.0.0.1:2379
      """)

  @Argument(help: "Name of the experience.")
  var experience: String

  @Argument(help: "Names of the variants.")
  var variants: [String] = []

  @Flag(help: "All variants but the first.")
  var allVariants = false

  @Flag(help: "Switch the variants on again.")
  var lift = false

  @Flag(help: "Set the switch though the store has no such variants, as of files of the engines.")
  var force = false

  @OptionGroup
  var moving: MoveOptions

  @OptionGroup(title: "Fleet")
  var store: FleetStoreOptions

  @Option(
    help: ArgumentHelp(
      "Operator's name in the store; the user name by default.", valueName: "name"))
  var by: String?

  @Option(
    name: .customLong("address"),
    help: ArgumentHelp(
      "Address of an engine as host:port; may be repeated.", valueName: "address"))
  var addresses: [String] = []

  @Option(help: ArgumentHelp("Time limit for an engine, 100ms to 1m.", valueName: "time"))
  var timeout = Duration.seconds(2)

  @OptionGroup
  var access: EngineAccessOptions

  func validate() throws {
    guard self.allVariants == self.variants.isEmpty else {
      throw ValidationError("give the names of variants, or --all-variants")
    }
    for name in [self.experience] + self.variants where !FleetKey.isName(name) {
      throw ValidationError("'\(name)' is no name; names have 1 to 64 bytes of A-Z a-z 0-9 . _ -")
    }
    guard self.store.stores.isEmpty != self.addresses.isEmpty else {
      throw ValidationError("give either --fleet-store or --address")
    }
    guard !self.lift || self.moving.moveOpen == nil else {
      throw ValidationError("--move-open needs variants that are switched off; remove --lift")
    }
    try (.milliseconds(100) ... .seconds(60)).check(self.timeout, "--timeout")
    for address in self.addresses { _ = try EngineTarget.of(address) }
  }

  func run() async throws {
    if self.addresses.isEmpty { try await self.setInStore() } else { try await self.callEngines() }
  }

  private func setInStore() async throws {
    let user = self.by ?? ProcessInfo.processInfo.userName
    let document = DocumentName(.experience, self.experience)
    let (variants, isKilled, move) = (
      self.allVariants ? nil : self.variants, !self.lift, self.moving.record
    )
    if !self.force { try await self.check(document) }
    let outcome = try await self.store.withStore { store throws(StoreError) in
      try await Publisher(store: store, user: user).setKillSwitch(
        of: document, variants: variants, isKilled: isKilled, move: move)
    }
    switch outcome {
    case .set(nil): Console.line("\(document): all variants but the first are off")
    case .set([]?): Console.line("\(document): no variant is off")
    case .set(let names?):
      Console.line("\(document): off: \(names.map(\.printable).joined(separator: ", "))")
    case .superseded:
      Console.error("\(document): another operator has changed the switch meanwhile; try again")
      throw ExitCode.failure
    }
  }

  /// Checks that the store has the variants.
  private func check(_ document: DocumentName) async throws {
    let text = try await self.store.withStore { store throws(StoreError) in
      try await Publisher(store: store, user: "").state().activeText(of: document)
    }
    guard let known = text.flatMap(VariantSet.init(text:)) else {
      Console.error("the store has no variants of \(document); correct the name, or use --force")
      throw ExitCode.failure
    }
    let others = known.variants.dropFirst().map(\.name)
    for name in self.variants where !others.contains(name) {
      Console.error(
        name == known.first.name
          ? "'\(name)' is the first variant of \(document), whose version the others fall back to"
          : "\(document) has no variant '\(name)'; it has \(others.joined(separator: ", "))")
      throw ExitCode.failure
    }
  }

  private func callEngines() async throws {
    let call = KillSwitchCall(
      experience: self.experience, variants: self.allVariants ? nil : self.variants,
      isKilled: !self.lift, move: self.moving.record, token: try self.access.token,
      timeout: self.timeout, security: self.access.security)
    let failures = await withTaskGroup(of: Bool.self) { group in
      for address in self.addresses {
        group.addTask {
          let (text, isDone) = await call.send(to: address)
          let line = "\(address): \(text.printable(atMost: 1_000))"
          if isDone { Console.line(line) } else { Console.error(line) }
          return isDone
        }
      }
      return await group.reduce(0) { $0 + ($1 ? 0 : 1) }
    }
    if failures > 0 { throw ExitCode.failure }
  }
}
