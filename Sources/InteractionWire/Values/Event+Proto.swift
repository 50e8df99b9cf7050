package import InteractionCore
import SwiftProtobuf

extension Event {
  /// Reads one event that is not a run of packed samples.
  package init(_ proto: Proto.Event, sequence: UInt64) throws(Violation) {
    let time = Instant(microseconds: proto.timeUs)
    guard proto.commandID.isEmpty || OpenFrame.isName(proto.commandID) else {
      throw Violation(
        field: "command_id", problem: "must be 1 to 64 bytes of A-Z a-z 0-9 . _ - or empty")
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

extension Event.Kind {
  fileprivate init(_ proto: Proto.Event) throws(Violation) {
    switch proto.kind {
    case .scroll(let scroll):
      self = .scroll(
        Scroll(
          source: SourceID(scroll.source),
          drag: scroll.drag,
          phase: try Scroll.Phase(scroll.phase, "scroll.phase"),
          x: scroll.x,
          y: try required(scroll.hasY, scroll.y, "scroll.y"),
          velocity: scroll.hasVelocity ? scroll.velocity : nil
        ))
    case .pointer(let pointer):
      self = .pointer(try Pointer(pointer))
    case .tap(let tap):
      self = .tapTab(index: Int(try required(tap.hasTab, tap.tab, "tap.tab")))
    case .selectTab(let select):
      self = .selectTab(
        index: Int(try required(select.hasTab, select.tab, "select_tab.tab")))
    case .orderToggle(let order):
      self = .orderToggle(id: order.toggle, look: try Look(order.look, "order_toggle.look"))
    case .tick(let tick):
      self = tick.byServer ? .serverTick : .tick
    case .animationEnded(let ended):
      let outcome = try AnimationOutcome(ended.outcome, "animation_ended.outcome")
      let directive = try required(
        ended.directive > 0, ended.directive, "animation_ended.directive")
      self = .animationEnded(directive: directive, outcome: outcome)
    case .asset(let asset):
      try checkLength(asset.slot, 32, "asset.slot")
      if let asset = try Asset(asset) {
        self = .assetReady(asset)
      } else {
        self = .assetFailed(slot: asset.slot)
      }
    case .assetLooped(let asset):
      try checkLength(asset.slot, 32, "asset_looped.slot")
      self = .assetLooped(slot: asset.slot)
    case .floor(let floor):
      self = .floor(try FloorCommand(floor.command, "floor.command"))
    case .environment(let environment):
      self = .environment(try Environment(environment))
    case .lifecycle(let lifecycle):
      switch lifecycle.state {
      case .foreground: self = .foreground
      case .background: self = .background
      case .unspecified:
        throw Violation(
          field: "lifecycle.state", problem: "must be foreground (1) or background (2)")
      case .UNRECOGNIZED(let value):
        throw .unknownValue(value, of: "lifecycle.state")
      }
    case .heldDrags(let held):
      self = .heldDrags(
        try [HeldDrag](held.drags, "held_drags.drags"),
        pointers: try heldPointers(held.pointers, "held_drags.pointers"))
    case .account(let account):
      self = .account(try AccountChange(account.change, "account.change"))
    case .selectionVerdict(let verdict):
      self = .selectionVerdict(
        SelectionVerdict(
          tab: Int(try required(verdict.hasTab, verdict.tab, "selection_verdict.tab")),
          isAllowed: try required(
            verdict.hasAllowed, verdict.allowed, "selection_verdict.allowed")))
    case .menu(let menu):
      self = .menu(try MenuChoice(menu))
    case .badge(let badge):
      self = .badge(
        tab: Int(try required(badge.hasTab, badge.tab, "badge.tab")),
        operation: try BadgeOperation(badge))
    case .navigate(let request):
      self = .navigate(try NavigationRequest(request))
    case .pageDrag(let drag):
      self = .pageDrag(try PageDrag(drag))
    case .swiping(let swiping):
      self = .swiping(isOn: try required(swiping.hasOn, swiping.on, "swiping.on"))
    case .refreshDone:
      self = .refreshDone
    case .holdExpired(let expired):
      self = .holdExpired(try HoldTarget(expired.target, "hold_expired.target"))
    case .contentSize(let size):
      self = .contentSize(
        source: SourceID(size.source),
        size: Size(
          width: try required(size.hasWidth, size.width, "content_size.width"),
          height: try required(size.hasHeight, size.height, "content_size.height")))
    case .scrollSamples:
      throw Violation(
        field: "scroll_samples", problem: "are many events; here each event stands alone")
    case .none:
      throw .missing("event.kind", "must be specified", in: proto)
    }
  }

  /// The message, nil for what is never sent as an event.
  fileprivate var proto: Proto.Event.OneOf_Kind? {
    switch self {
    case .scroll(let scroll):
      .scroll(scroll.proto)
    case .pointer(let pointer):
      .pointer(pointer.proto)
    case .tapTab(let index):
      .tap(.with { $0.tab = Int32(clamping: index) })
    case .selectTab(let index):
      .selectTab(.with { $0.tab = Int32(clamping: index) })
    case .orderToggle(let id, let look):
      .orderToggle(
        .with {
          $0.toggle = id
          $0.look = look.proto
        })
    case .tick:
      .tick(.init())
    case .serverTick:
      .tick(.with { $0.byServer = true })
    case .animationEnded(let directive, let outcome):
      .animationEnded(
        .with {
          $0.directive = directive
          $0.outcome = outcome.proto
        })
    case .assetReady(let asset):
      .asset(asset.proto)
    case .assetFailed(let slot):
      .asset(
        .with {
          $0.slot = slot
          $0.kind = .none
        })
    case .assetLooped(let slot):
      .assetLooped(.with { $0.slot = slot })
    case .floor(let command):
      .floor(.with { $0.command = command.proto })
    case .environment(let environment):
      .environment(environment.proto)
    case .background:
      .lifecycle(.with { $0.state = .background })
    case .foreground:
      .lifecycle(.with { $0.state = .foreground })
    case .heldDrags(let held, let pointers):
      .heldDrags(
        .with {
          $0.drags = held.map(\.proto)
          $0.pointers = pointers
        })
    case .account(let change):
      .account(.with { $0.change = change.proto })
    case .selectionVerdict(let verdict):
      .selectionVerdict(
        .with {
          $0.tab = Int32(clamping: verdict.tab)
          $0.allowed = verdict.isAllowed
        })
    case .menu(let choice):
      .menu(choice.proto)
    case .badge(let tab, let operation):
      .badge(operation.proto(tab: tab))
    case .navigate(let request):
      .navigate(request.proto)
    case .pageDrag(let drag):
      .pageDrag(drag.proto)
    case .swiping(let isOn):
      .swiping(.with { $0.on = isOn })
    case .refreshDone:
      .refreshDone(.init())
    case .holdExpired(let target):
      .holdExpired(.with { $0.target = target.proto })
    case .contentSize(let source, let size):
      .contentSize(
        .with {
          $0.source = source.name
          $0.width = size.width
          $0.height = size.height
        })
    case .open:
      nil
    }
  }
}

extension Scroll {
  fileprivate var proto: Interaction_V1_ScrollEvent {
    .with {
      $0.source = self.source.name
      $0.drag = self.drag
      $0.phase = self.phase.proto
      $0.x = self.x
      $0.y = self.y
      if let velocity = self.velocity { $0.velocity = velocity }
    }
  }
}

extension Pointer {
  fileprivate init(_ proto: Interaction_V1_PointerEvent) throws(Violation) {
    try checkLength(proto.target, 64, "pointer.target")
    let phase = try Pointer.Phase(proto.phase, "pointer.phase")
    let needsPosition = phase != .cancelled
    self.init(
      id: try required(proto.hasPointer, proto.pointer, "pointer.pointer"),
      phase: phase,
      target: Target(proto.target),
      position: Point(
        x: try required(proto.hasX || !needsPosition, proto.x, "pointer.x"),
        y: try required(proto.hasY || !needsPosition, proto.y, "pointer.y")))
  }

  fileprivate var proto: Interaction_V1_PointerEvent {
    .with {
      $0.pointer = self.id
      $0.phase = self.phase.proto
      $0.target = self.target.path
      $0.x = self.position.x
      $0.y = self.position.y
    }
  }
}

extension Asset {
  /// Nil if the message says that there is no picture.
  package init?(_ proto: Interaction_V1_AssetEvent) throws(Violation) {
    if proto.kind == .none { return nil }
    let kind = try Asset.Kind(proto.kind, "asset.kind")
    self.init(
      slot: proto.slot, kind: kind,
      size: Size(
        width: try required(proto.hasWidth, proto.width, "asset.width"),
        height: try required(proto.hasHeight, proto.height, "asset.height")))
  }

  package var proto: Interaction_V1_AssetEvent {
    .with {
      $0.slot = self.slot
      $0.kind = self.kind.proto
      $0.width = self.size.width
      $0.height = self.size.height
    }
  }
}

extension HeldDrag {
  package var proto: Interaction_V1_HeldDrag {
    .with {
      $0.source = self.source.name
      $0.drag = self.drag
    }
  }
}

extension [HeldDrag] {
  package init(_ proto: [Interaction_V1_HeldDrag], _ field: String) throws(Violation) {
    guard proto.count <= 16 else {
      throw Violation(field: field, problem: "has \(proto.count) entries; at most 16")
    }
    self = proto.map { HeldDrag(source: SourceID($0.source), drag: $0.drag) }
  }
}

/// The fingers that a heartbeat names.
package func heldPointers(_ proto: [UInt32], _ field: String) throws(Violation) -> [UInt32] {
  guard proto.count <= 16 else {
    throw Violation(field: field, problem: "has \(proto.count) entries; at most 16")
  }
  return proto
}
