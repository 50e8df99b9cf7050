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
    case .command(let id): self = .command(id: id)
    case .none: throw Violation(field: "cause.kind", problem: "must be specified")
    }
  }

  fileprivate var proto: Interaction_V1_Cause {
    .with {
      switch self {
      case .event(let sequence): $0.eventSequence = sequence
      case .deadline(let name): $0.deadline = name
      case .command(let id): $0.command = id
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
          timeline: selection.hasTimeline ? try Timeline(selection.timeline) : nil,
          transition: selection.hasTransition ? try Setting(selection.transition) : nil))
    case .scrollTo(let scroll) where scroll.hasItem:
      self = .scrollToItem(
        source: SourceID(scroll.source), item: Int(scroll.item), x: scroll.x,
        animated: scroll.animated)
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
    case .navigate(let navigation):
      self = .navigate(try Navigation(navigation))
    case .presentMenu(let menu):
      self = .presentMenu(try Setting(menu.setting))
    case .requestLogin(let request):
      self = .requestLogin(try Setting(request.setting), tab: Int(request.tab))
    case .media(let media):
      self = .media(
        Media(
          target: Target(media.target), name: media.name,
          operation: try Media.Operation(media.operation, "media.operation"),
          start: media.start, end: media.end))
    case .haptic(let haptic):
      self = .haptic(try Haptic(haptic, "haptic"))
    case .sound(let name):
      self = .sound(name)
    case .perform(let perform):
      let kind = try ItemAction.Kind(perform.kind, "perform.kind")
      self = .perform(ItemAction(kind: kind, value: perform.value), tab: Int(perform.tab))
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
          if let transition = selection.transition { $0.transition = transition.proto }
        })
    case .scrollTo(let source, let y, let animated):
      .scrollTo(
        .with {
          $0.source = source.name
          $0.y = y
          $0.animated = animated
        })
    case .scrollToItem(let source, let item, let x, let animated):
      .scrollTo(
        .with {
          $0.source = source.name
          $0.item = Int32(clamping: item)
          $0.x = x
          $0.animated = animated
        })
    case .refresh(let source):
      .refresh(.with { $0.source = source.name })
    case .navigate(let navigation):
      .navigate(navigation.proto)
    case .presentMenu(let setting):
      .presentMenu(.with { $0.setting = setting.proto })
    case .requestLogin(let setting, let tab):
      .requestLogin(
        .with {
          $0.setting = setting.proto
          $0.tab = Int32(clamping: tab)
        })
    case .media(let media):
      .media(
        .with {
          $0.target = media.target.path
          $0.name = media.name
          $0.operation = media.operation.proto
          $0.start = media.start
          $0.end = media.end
        })
    case .haptic(let haptic):
      .haptic(haptic.proto)
    case .sound(let name):
      .sound(name)
    case .perform(let action, let tab):
      .perform(
        .with {
          $0.tab = Int32(clamping: tab)
          $0.kind = action.kind.proto
          $0.value = action.value
        })
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
    case .navigate(let operation):
      self = .navigate(try NavigationRequest.Operation(operation, "refusal.navigate"))
    case .none: throw Violation(field: "refusal.request", problem: "must be specified")
    }
  }

  fileprivate var proto: Interaction_V1_Refusal.OneOf_Request {
    switch self {
    case .selectTab(let index): .selectTab(Int32(clamping: index))
    case .floor(let command): .floor(command.proto)
    case .navigate(let operation): .navigate(operation.proto)
    }
  }
}

extension Navigation {
  fileprivate init(_ proto: Interaction_V1_Navigate) throws(Violation) {
    self.init(
      setting: try Setting(proto.setting), number: proto.number,
      operation: try NavigationRequest.Operation(proto.operation, "navigate.operation"),
      route: proto.route, style: try NavigationStyle(proto.style, "navigate.style"),
      timeline: proto.hasTimeline ? try Timeline(proto.timeline) : nil)
  }

  fileprivate var proto: Interaction_V1_Navigate {
    .with {
      $0.setting = self.setting.proto
      $0.number = self.number
      $0.operation = self.operation.proto
      $0.route = self.route
      $0.style = self.style.proto
      if let timeline = self.timeline { $0.timeline = timeline.proto }
    }
  }
}
