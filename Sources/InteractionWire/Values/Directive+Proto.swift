package import InteractionCore
import SwiftProtobuf

// Unknown parts of a directive are dropped; see ``UnknownPartFinder``.

extension Directive {
  package init(_ proto: Proto.Directive) {
    self.init(
      sequence: proto.sequence,
      cause: Cause(proto.cause),
      at: Instant(microseconds: proto.atUs),
      replacesAll: proto.replacesAll,
      settings: proto.settings.compactMap(Setting.init),
      timeline: proto.hasTimeline ? Timeline(proto.timeline) : nil,
      effects: proto.effects.compactMap(Effect.init)
    )
  }

  package var proto: Proto.Directive {
    .with {
      $0.sequence = self.sequence
      $0.cause = self.cause.proto
      $0.atUs = self.at.microseconds
      $0.replacesAll = self.replacesAll
      $0.settings = self.settings.map { $0.proto }
      if let timeline = self.timeline { $0.timeline = timeline.proto }
      $0.effects = self.effects.map { $0.proto }
    }
  }
}

extension Directive.Cause {
  fileprivate init(_ proto: Interaction_V1_Cause) {
    switch proto.kind {
    case .eventSequence(let sequence): self = .event(sequence: sequence)
    case .deadline(let name): self = .deadline(name: name)
    case .command(let id): self = .command(id: id)
    case .none: self = .unknown
    }
  }

  fileprivate var proto: Interaction_V1_Cause {
    .with {
      switch self {
      case .event(let sequence): $0.eventSequence = sequence
      case .deadline(let name): $0.deadline = name
      case .command(let id): $0.command = id
      case .unknown: break
      }
    }
  }
}
