import GRPCCore
import InteractionCore
import InteractionStream
import InteractionVariants
import InteractionWire
import Logging
import SwiftProtobuf

/// Explaining selections, and kill switches.
@available(InteractionEngine 1.0, *)
extension InspectorRPC {
  func explainSelection(
    request: Interaction_Inspector_V1_ExplainSelectionRequest, context: ServerContext
  ) async throws -> Interaction_Inspector_V1_ExplainSelectionResponse {
    guard !request.experience.isEmpty else { throw StreamError(unset: "experience") }
    guard !request.user.isEmpty || !request.sessionID.isEmpty else {
      throw StreamError(invalid: [
        Violation(field: "user", problem: "is not set; set it, or session_id, which is hashed")
      ])
    }
    guard request.user.utf8.count <= 64 else {
      throw StreamError(invalid: [
        Violation(
          field: "user", problem: "has \(request.user.utf8.count) bytes; at most 64 are allowed")
      ])
    }
    let catalog = self.engine.catalog
    let (name, requested) = ExperienceCatalog.parts(of: request.experience)
    let entry = try catalog.required(name)
    guard let variants = catalog.document(named: name)?.variants else {
      return .with {
        $0.digest = entry.experience.digest
        $0.summary = "gets version \(entry.experience.digest.prefix(12)), the only one"
      }
    }
    if let requested, variants.variant(named: requested) == nil {
      throw StreamError.unknownExperience(request.experience, of: catalog.all.map { $0.name })
    }
    let choice = variants.select(
      VariantApplicant(
        user: request.user, session: request.sessionID, clientName: request.clientName,
        clientVersion: request.clientVersion, platform: request.platform, locale: request.locale,
        requested: requested), killed: catalog.killSwitches.of(name))
    return .with {
      $0.selection = choice.selection.proto
      $0.digest = choice.variant.experience.digest
      $0.steps = choice.steps.map { step in
        .with {
          $0.step = step.step
          $0.input = step.input
          $0.outcome = step.outcome
        }
      }
      $0.summary = choice.summary
    }
  }

  func setKillSwitch(
    request: Interaction_Inspector_V1_SetKillSwitchRequest, context: ServerContext
  ) async throws -> Interaction_Inspector_V1_SetKillSwitchResponse {
    let change = try KillSwitchChange(request)
    let catalog = self.engine.catalog
    _ = try catalog.required(request.experience)
    guard let variants = catalog.document(named: request.experience)?.variants else {
      throw StreamError(invalid: [
        Violation(
          field: "experience",
          problem: "is '\(request.experience)', which has one version; publish another one instead")
      ])
    }
    try change.check(with: variants)
    let others = variants.variants.dropFirst().map(\.name)
    catalog.killSwitches.set({ change.applied(to: $0, all: others) }, of: request.experience)
    let killed = catalog.killSwitches.of(request.experience)
    var metadata = Self.requester(in: context)
    metadata["experience"] = "\(request.experience)"
    metadata["variants"] =
      "\(request.allVariants ? "all" : request.variants.joined(separator: ", "))"
    self.engine.logger.notice(
      change.isKilled ? "variants switched off" : "variants switched on", metadata: metadata)
    let moves = change.isKilled && request.hasMoveSharePerSecond
    self.engine.moveFromKilled(
      request.experience, by: .inspector,
      moves ? (request.moveSharePerSecond, request.allowNewAssets) : nil)
    let names = variants.variants.dropFirst().map(\.name).filter(killed.contains)
    return .with {
      $0.killedVariants = names
      $0.openSessions = UInt32(
        clamping: self.engine.registry.entries().filter {
          $0.experience.name == request.experience
            && names.contains($0.selection?.variant ?? "")
        }.count)
    }
  }
}

/// A validated request to set a kill switch.
@available(InteractionEngine 1.0, *)
private struct KillSwitchChange {
  let request: Interaction_Inspector_V1_SetKillSwitchRequest
  let isKilled: Bool

  init(_ request: Interaction_Inspector_V1_SetKillSwitchRequest) throws(StreamError) {
    guard !request.experience.isEmpty else { throw StreamError(unset: "experience") }
    switch request.state {
    case .killed: self.isKilled = true
    case .lifted: self.isKilled = false
    case .unspecified, .UNRECOGNIZED: throw StreamError(unset: "state")
    }
    guard request.allVariants != !request.variants.isEmpty else {
      throw StreamError(invalid: [
        Violation(
          field: "variants",
          problem: request.allVariants
            ? "is set together with all_variants; remove one"
            : "is not set; name the variants, or set all_variants")
      ])
    }
    if request.hasMoveSharePerSecond,
      !(request.moveSharePerSecond > 0 && request.moveSharePerSecond <= 1)
    {
      throw StreamError(invalid: [
        Violation(
          field: "move_share_per_second",
          problem: "is \(plain(request.moveSharePerSecond)); must be more than 0, at most 1")
      ])
    }
    self.request = request
  }

  /// - Throws: `INVALID_ARGUMENT` for an unknown variant, and for the first.
  func check(with variants: VariantSet) throws(StreamError) {
    let names = variants.variants.dropFirst().map(\.name)
    for (index, name) in self.request.variants.enumerated() where !names.contains(name) {
      let problem =
        name == variants.first.name
        ? "is '\(name)', the first variant, whose version the others fall back to"
        : "is '\(name.prefix(64))'; must be one of \(names.joined(separator: ", "))"
      throw StreamError(invalid: [Violation(field: "variants[\(index)]", problem: problem)])
    }
  }

  /// Returns the switch after the change.
  ///
  /// - Parameter all: The names of all variants but the first.
  func applied(to old: KillSwitch, all: [String]) -> KillSwitch {
    if self.request.allVariants { return self.isKilled ? .all : .lifted }
    let names = Set(self.request.variants)
    switch old {
    case .all:
      // The others stay off.
      return self.isKilled ? .all : .variants(Set(all).subtracting(names))
    case .variants(let others):
      return .variants(self.isKilled ? others.union(names) : others.subtracting(names))
    }
  }
}
