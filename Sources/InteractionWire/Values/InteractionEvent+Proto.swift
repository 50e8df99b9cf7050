package import InteractionCore
import SwiftProtobuf

extension InteractionEvent {
  /// Converts one event, except a run of packed samples.
  package init(_ proto: Proto.Event, sequence: UInt64) throws(Violation) {
    let time = Instant(microseconds: proto.timeUs)
    guard proto.commandID.isEmpty || OpenFrame.isName(proto.commandID) else {
      throw Violation(
        field: "command_id", problem: "must be empty, or 1 to 64 bytes of A-Z a-z 0-9 . _ -")
    }
    self.init(
      sequence: sequence, time: time, kind: try Kind(proto),
      command: proto.commandID.isEmpty ? nil : proto.commandID)
  }

  package var proto: Proto.Event {
    .with {
      $0.timeUs = self.time.microseconds
      $0.kind = self.kind.proto
      if let command = self.command { $0.commandID = command }
    }
  }
}

// Events that the core splits or represents differently.

extension InteractionEvent.Kind {
  init(_ proto: Interaction_V1_TickEvent) throws(Violation) {
    self = proto.byServer ? .serverTick : .tick
  }

  func message() -> Interaction_V1_TickEvent {
    .with { $0.byServer = self == .serverTick }
  }

  init(_ proto: Interaction_V1_AssetEvent) throws(Violation) {
    try checkLength(proto.slot, 32, "asset.slot")
    if let asset = try Asset(proto) {
      self = .assetReady(asset)
    } else {
      self = .assetFailed(slot: proto.slot)
    }
  }

  func message() -> Interaction_V1_AssetEvent {
    switch self {
    case .assetReady(let asset): asset.proto
    case .assetFailed(let slot):
      .with {
        $0.slot = slot
        $0.kind = .none
      }
    default: .init()
    }
  }

  init(_ proto: Interaction_V1_LifecycleEvent) throws(Violation) {
    switch proto.state {
    case .foreground: self = .foreground
    case .background: self = .background
    case .unspecified:
      throw Violation(
        field: "lifecycle.state", problem: "must be one of foreground, background")
    case .UNRECOGNIZED(let value):
      throw .unknownValue(value, of: "lifecycle.state")
    }
  }

  func message() -> Interaction_V1_LifecycleEvent {
    .with { $0.state = self == .foreground ? .foreground : .background }
  }

  init(_ proto: Interaction_V1_HeldDragsEvent) throws(Violation) {
    self = .heldDrags(
      try [HeldDrag](proto.drags, "held_drags.drags"),
      pointers: try heldPointers(proto.pointers, "held_drags.pointers"))
  }

  func message() -> Interaction_V1_HeldDragsEvent {
    guard case .heldDrags(let held, let pointers) = self else { return .init() }
    return .with {
      $0.drags = held.map { $0.proto }
      $0.pointers = pointers
    }
  }

  init(_ proto: Interaction_V1_BadgeEvent) throws(Violation) {
    self = .badge(
      tab: Int(try required(proto.hasTab, proto.tab, "badge.tab")),
      operation: try BadgeOperation(proto))
  }

  func message() -> Interaction_V1_BadgeEvent {
    guard case .badge(let tab, let operation) = self else { return .init() }
    return operation.proto(tab: tab)
  }

  init(_ proto: Interaction_V1_ContentSizeEvent) throws(Violation) {
    self = .contentSize(
      source: SourceID(proto.source),
      size: Size(
        width: try required(proto.hasWidth, proto.width, "content_size.width"),
        height: try required(proto.hasHeight, proto.height, "content_size.height")))
  }

  func message() -> Interaction_V1_ContentSizeEvent {
    guard case .contentSize(let source, let size) = self else { return .init() }
    return .with {
      $0.source = source.name
      $0.width = size.width
      $0.height = size.height
    }
  }
}

extension InteractionEvent.Kind {
  init(_ proto: Interaction_V1_MoveEvent) throws(Violation) {
    let digest = try required(
      !proto.experienceDigest.isEmpty, proto.experienceDigest, "move.experience_digest")
    guard let definition = try? Proto.ExperienceDefinition(serializedBytes: proto.definition)
    else { throw Violation(field: "move.definition", problem: "cannot be decoded") }
    var experience: Experience
    do throws(ExperienceError) {
      experience = try Experience(reading: definition)
    } catch {
      throw error.violations[0].prefixed(with: "move.definition")
    }
    experience.digest = digest
    self = .move(to: experience)
  }

  func message() -> Interaction_V1_MoveEvent {
    guard case .move(let experience) = self else { return .init() }
    return .with {
      $0.experienceDigest = experience.digest
      // Throws only for a missing required field, which proto3 does not have.
      $0.definition = (try? experience.definition.serializedBytes()) ?? $0.definition
    }
  }
}
