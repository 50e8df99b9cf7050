package import InteractionCore
import SwiftProtobuf

extension SecondFloor {
  package init(_ proto: Interaction_Storage_V1_SecondFloorState) throws(Violation) {
    self.init(
      phase: Phase(proto.phase),
      asset: proto.hasAsset ? try Asset(proto.asset) : nil,
      ignoresBounce: proto.ignoresBounce, isOff: proto.off,
      velocity: VelocityTracker(times: proto.sampleUs, positions: proto.samplePosition))
  }

  package var proto: Interaction_Storage_V1_SecondFloorState {
    .with {
      $0.phase = self.phase.proto
      if let asset = self.asset { $0.asset = asset.proto }
      $0.ignoresBounce = self.ignoresBounce
      $0.off = self.isOff
      $0.sampleUs = self.velocity.samples.map { $0.time.microseconds }
      $0.samplePosition = self.velocity.samples.map { $0.position }
    }
  }
}

extension SecondFloor.Phase {
  fileprivate init(_ proto: Interaction_Storage_V1_SecondFloorState.OneOf_Phase?) {
    switch proto {
    case .none:
      self = .closed
    case .pulling:
      self = .pulling
    case .tip:
      self = .tip
    case .armed:
      self = .armed
    case .opening(let run):
      self = .opening(
        SecondFloor.Opening(
          directive: run.directive, until: Instant(microseconds: run.untilUs),
          closeRequested: run.closeRequested,
          heldUntil: run.followsRelease ? Instant(microseconds: run.heldUntilUs) : nil))
    case .open(let pull):
      self = .open(
        pull: pull.pulled
          ? SecondFloor.ClosingPull(
            pointer: pull.pointer, start: pull.start, y: pull.hasY ? pull.y : nil) : nil)
    case .closing(let run):
      self = .closing(
        directive: run.directive, until: Instant(microseconds: run.untilUs),
        heldUntil: run.followsRelease ? Instant(microseconds: run.heldUntilUs) : nil)
    }
  }

  fileprivate var proto: Interaction_Storage_V1_SecondFloorState.OneOf_Phase? {
    switch self {
    case .closed:
      nil
    case .pulling:
      .pulling(.init())
    case .tip:
      .tip(.init())
    case .armed:
      .armed(.init())
    case .opening(let opening):
      .opening(
        .with {
          $0.directive = opening.directive
          $0.untilUs = opening.until.microseconds
          $0.closeRequested = opening.closeRequested
          if let heldUntil = opening.heldUntil {
            $0.followsRelease = true
            $0.heldUntilUs = heldUntil.microseconds
          }
        })
    case .open(let pull):
      .open(
        .with {
          $0.pulled = pull != nil
          $0.pointer = pull?.pointer ?? 0
          $0.start = pull?.start ?? 0
          if let pull { $0.y = pull.y }
        })
    case .closing(let directive, let until, let heldUntil):
      .closing(
        .with {
          $0.directive = directive
          $0.untilUs = until.microseconds
          if let heldUntil {
            $0.followsRelease = true
            $0.heldUntilUs = heldUntil.microseconds
          }
        })
    }
  }
}
