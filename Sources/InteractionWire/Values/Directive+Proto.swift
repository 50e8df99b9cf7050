package import InteractionCore
import SwiftProtobuf

extension Directive {
  package init(_ proto: Proto.Directive) throws(Violation) {
    self.init(
      sequence: proto.sequence,
      cause: try Cause(proto.cause),
      at: Instant(microseconds: proto.atUs),
      action: try Action(proto.action)
    )
  }

  package var proto: Proto.Directive {
    .with {
      $0.sequence = self.sequence
      $0.cause = self.cause.proto
      $0.atUs = self.at.microseconds
      $0.action = self.action.proto
    }
  }
}

extension Directive.Cause {
  fileprivate init(_ proto: Interaction_V1_Cause) throws(Violation) {
    switch proto.kind {
    case .eventSequence(let sequence): self = .event(sequence: sequence)
    case .deadline(let name): self = .deadline(name: name)
    case .none: throw Violation(field: "cause.kind", problem: "must be specified")
    }
  }

  fileprivate var proto: Interaction_V1_Cause {
    .with {
      switch self {
      case .event(let sequence): $0.eventSequence = sequence
      case .deadline(let name): $0.deadline = name
      }
    }
  }
}

extension Directive.Action {
  fileprivate init(_ proto: Proto.Directive.OneOf_Action?) throws(Violation) {
    switch proto {
    case .animate(let animate):
      self = .animate(
        setting: animate.hasSetting ? try Setting(animate.setting) : nil,
        timeline: try Timeline(animate.timeline))
    case .set(let set):
      self = .set(try Setting(set.setting))
    case .selectTab(let selection):
      self = .selectTab(
        TabSelection(
          setting: try Setting(selection.setting),
          from: selection.hasFrom ? Int(selection.from) : nil,
          to: Int(selection.to),
          origin: try TabSelection.Origin(selection.origin, "select_tab.origin"),
          timeline: selection.hasTimeline ? try Timeline(selection.timeline) : nil))
    case .scrollTo(let scroll):
      self = .scrollTo(
        source: SourceID(scroll.source), y: scroll.y, animated: scroll.animated)
    case .refresh(let refresh):
      self = .refresh(source: SourceID(refresh.source))
    case .snapshot(let snapshot):
      self = .snapshot(try Snapshot(snapshot))
    case .refusal(let refusal):
      self = .refuse(
        Refusal(
          request: try Refusal.Request(refusal.request),
          reason: try Refusal.Reason(refusal.reason, "refusal.reason")))
    case .none:
      throw Violation(
        field: "directive.action", problem: "is of a kind that this client is too old for")
    }
  }

  fileprivate var proto: Proto.Directive.OneOf_Action {
    switch self {
    case .animate(let setting, let timeline):
      .animate(
        .with {
          if let setting { $0.setting = setting.proto }
          $0.timeline = timeline.proto
        })
    case .set(let setting):
      .set(.with { $0.setting = setting.proto })
    case .selectTab(let selection):
      .selectTab(
        .with {
          $0.setting = selection.setting.proto
          if let from = selection.from { $0.from = Int32(clamping: from) }
          $0.to = Int32(clamping: selection.to)
          $0.origin = selection.origin.proto
          if let timeline = selection.timeline { $0.timeline = timeline.proto }
        })
    case .scrollTo(let source, let y, let animated):
      .scrollTo(
        .with {
          $0.source = source.name
          $0.y = y
          $0.animated = animated
        })
    case .refresh(let source):
      .refresh(.with { $0.source = source.name })
    case .snapshot(let snapshot):
      .snapshot(snapshot.proto)
    case .refuse(let refusal):
      .refusal(
        .with {
          $0.request = refusal.request.proto
          $0.reason = refusal.reason.proto
        })
    }
  }
}

extension Refusal.Request {
  fileprivate init(_ proto: Interaction_V1_Refusal.OneOf_Request?) throws(Violation) {
    switch proto {
    case .selectTab(let index): self = .selectTab(index: Int(index))
    case .floor(let command): self = .floor(try FloorCommand(command, "refusal.floor"))
    case .none: throw Violation(field: "refusal.request", problem: "must be specified")
    }
  }

  fileprivate var proto: Interaction_V1_Refusal.OneOf_Request {
    switch self {
    case .selectTab(let index): .selectTab(Int32(clamping: index))
    case .floor(let command): .floor(command.proto)
    }
  }
}
