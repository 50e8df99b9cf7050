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
    case .toggle(let toggle):
      self = .toggle(
        ToggleState(
          id: toggle.id, look: try Look(toggle.look, "toggle.look"), name: toggle.name,
          image: toggle.image, backgroundImage: toggle.backgroundImage, edge: toggle.edge))
    case .selection(let selection):
      let items = selection.items.map { item in
        SelectionState.Item(
          showsIconAndTitle: item.showsIconAndTitle, showsBadge: item.showsBadge,
          image: item.image, titleColor: item.titleColor)
      }
      self = .selection(SelectionState(selected: Int(selection.selected), items: items))
    case .layout(let layout):
      self = .layout(BarLayout(layout))
    case .floor(let floor):
      self = .floor(
        FloorState(
          phase: try FloorState.Phase(floor.phase, "floor.phase"),
          isBehindList: floor.behindList, isPlaying: floor.playing, showsTip: floor.showsTip,
          hidesViews: floor.hidesViews))
    case .floorLayout(let layout):
      self = .floorLayout(
        FloorLayout(
          isReady: layout.ready, image: Rect(layout.image), maskStart: layout.maskStart,
          maskEnd: layout.maskEnd, tip: Rect(layout.tip), tipText: layout.tipText,
          tipColor: layout.tipColor, tipFontSize: layout.tipFontSize,
          backgroundColor: layout.backgroundColor))
    case .links(let links):
      var read: [ScrollLink] = []
      for link in links.links { read.append(try ScrollLink(link)) }
      self = .links(read)
    case .none:
      throw Violation(
        field: "setting.state", problem: "is of a kind that this client is too old for")
    }
  }

  fileprivate var proto: Proto.Setting.OneOf_State {
    switch self {
    case .toggle(let toggle):
      .toggle(
        .with {
          $0.id = toggle.id
          $0.look = toggle.look.proto
          $0.name = toggle.name
          $0.image = toggle.image
          $0.backgroundImage = toggle.backgroundImage
          $0.edge = toggle.edge
        })
    case .selection(let selection):
      .selection(
        .with {
          $0.selected = Int32(clamping: selection.selected)
          $0.items = selection.items.map(\.proto)
        })
    case .layout(let layout):
      .layout(layout.proto)
    case .floor(let floor):
      .floor(
        .with {
          $0.phase = floor.phase.proto
          $0.behindList = floor.isBehindList
          $0.playing = floor.isPlaying
          $0.showsTip = floor.showsTip
          $0.hidesViews = floor.hidesViews
        })
    case .floorLayout(let layout):
      .floorLayout(
        .with {
          $0.ready = layout.isReady
          $0.image = layout.image.proto
          $0.maskStart = layout.maskStart
          $0.maskEnd = layout.maskEnd
          $0.tip = layout.tip.proto
          $0.tipText = layout.tipText
          $0.tipColor = layout.tipColor
          $0.tipFontSize = layout.tipFontSize
          $0.backgroundColor = layout.backgroundColor
        })
    case .links(let links):
      .links(.with { $0.links = links.map(\.proto) })
    }
  }
}

extension SelectionState.Item {
  fileprivate var proto: Interaction_V1_ItemLook {
    .with {
      $0.showsIconAndTitle = self.showsIconAndTitle
      $0.showsBadge = self.showsBadge
      $0.image = self.image
      $0.titleColor = self.titleColor
    }
  }
}

extension BarLayout {
  fileprivate init(_ proto: Interaction_V1_BarLayout) {
    let items = proto.items.map { item in
      BarLayout.Item(
        frame: Rect(item.frame), icon: Rect(item.icon), iconInsets: Insets(item.iconInsets),
        title: Rect(item.title), badge: Rect(item.badge), text: item.text)
    }
    self.init(frame: Rect(proto.frame), backgroundColor: proto.backgroundColor, items: items)
  }

  fileprivate var proto: Interaction_V1_BarLayout {
    .with {
      $0.frame = self.frame.proto
      $0.backgroundColor = self.backgroundColor
      $0.items = self.items.map { item in
        .with {
          $0.frame = item.frame.proto
          $0.icon = item.icon.proto
          if item.iconInsets != .zero { $0.iconInsets = item.iconInsets.proto }
          $0.title = item.title.proto
          $0.badge = item.badge.proto
          $0.text = item.text
        }
      }
    }
  }
}
