package import InteractionCore
import SwiftProtobuf

extension Snapshot {
  package init(_ proto: Proto.Snapshot) {
    self.init(settings: proto.settings.compactMap(Setting.init))
  }

  package var proto: Proto.Snapshot {
    .with { $0.settings = self.settings.map(\.proto) }
  }
}

extension Setting {
  /// Nil for a setting that says nothing.
  package init?(_ proto: Proto.Setting) {
    if let state = proto.state {
      self.init(generation: proto.generation, state: State(state))
    } else if let kind = LeftOut.fieldNumbers(in: proto.unknownFields.data).first {
      self.init(generation: proto.generation, state: .unknown(kind: kind))
    } else {
      return nil
    }
  }

  package var proto: Proto.Setting {
    .with {
      $0.generation = self.generation
      $0.state = self.state.proto
    }
  }
}

extension Setting.State {
  fileprivate init(_ proto: Proto.Setting.OneOf_State) {
    switch proto {
    case .toggle(let toggle): self = .toggle(ToggleState(toggle))
    case .selection(let selection): self = .selection(SelectionState(selection))
    case .layout(let layout): self = .layout(BarLayout(layout))
    case .floor(let floor): self = .floor(FloorState(floor))
    case .floorLayout(let layout): self = .floorLayout(FloorLayout(layout))
    case .links(let links): self = .links(links.links.compactMap { ScrollLink(known: $0) })
    case .badge(let badge): self = .badge(BadgeState(badge))
    case .gate(let gate): self = .gate(GateState(gate))
    case .press(let press): self = .press(PressState(press))
    case .transition(let transition): self = .transition(TransitionState(transition))
    case .navigation(let navigation): self = .navigation(NavigationState(navigation))
    case .refresh(let refresh): self = .refresh(RefreshState(isRefreshing: refresh.refreshing))
    }
  }

  /// Nil for what is unknown: it cannot be sent on.
  fileprivate var proto: Proto.Setting.OneOf_State? {
    switch self {
    case .toggle(let toggle): .toggle(toggle.proto)
    case .selection(let selection): .selection(selection.proto)
    case .layout(let layout): .layout(layout.proto)
    case .floor(let floor): .floor(floor.proto)
    case .floorLayout(let layout): .floorLayout(layout.proto)
    case .links(let links): .links(.with { $0.links = links.map(\.proto) })
    case .badge(let badge): .badge(badge.proto)
    case .gate(let gate): .gate(gate.proto)
    case .press(let press): .press(press.proto)
    case .transition(let transition): .transition(transition.proto)
    case .navigation(let navigation): .navigation(navigation.proto)
    case .refresh(let refresh): .refresh(.with { $0.refreshing = refresh.isRefreshing })
    case .unknown: nil
    }
  }
}
