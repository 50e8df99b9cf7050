package import InteractionCore
import SwiftProtobuf

extension Snapshot {
  package init(_ proto: Proto.Snapshot) throws(Violation) {
    var settings: [Setting] = []
    for setting in proto.settings { settings.append(try Setting(setting)) }
    self.init(settings: settings)
  }

  package var proto: Proto.Snapshot {
    .with { $0.settings = self.settings.map(\.proto) }
  }
}

extension Setting {
  package init(_ proto: Proto.Setting) throws(Violation) {
    self.init(generation: proto.generation, state: try State(proto.state))
  }

  package var proto: Proto.Setting {
    .with {
      $0.generation = self.generation
      $0.state = self.state.proto
    }
  }
}

extension Setting.State {
  fileprivate init(_ proto: Proto.Setting.OneOf_State?) throws(Violation) {
    switch proto {
    case .toggle(let toggle): self = .toggle(try ToggleState(toggle))
    case .selection(let selection): self = .selection(SelectionState(selection))
    case .layout(let layout): self = .layout(try BarLayout(layout))
    case .floor(let floor): self = .floor(try FloorState(floor))
    case .floorLayout(let layout): self = .floorLayout(try FloorLayout(layout))
    case .links(let links): self = .links(try [ScrollLink](links.links))
    case .badge(let badge): self = .badge(try BadgeState(badge))
    case .gate(let gate): self = .gate(GateState(gate))
    case .press(let press): self = .press(try PressState(press))
    case .transition(let transition): self = .transition(try TransitionState(transition))
    case .navigation(let navigation): self = .navigation(try NavigationState(navigation))
    case .refresh(let refresh): self = .refresh(RefreshState(isRefreshing: refresh.refreshing))
    case .none:
      throw Violation(
        field: "setting.state", problem: "is of a kind that this client is too old for")
    }
  }

  fileprivate var proto: Proto.Setting.OneOf_State {
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
    }
  }
}
