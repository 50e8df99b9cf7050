import InteractionCore
import SwiftProtobuf

extension ToggleState {
  init(_ proto: Interaction_V1_ToggleState) throws(Violation) {
    self.init(
      id: proto.id, look: try Look(proto.look, "toggle.look"), name: proto.name,
      image: proto.image, backgroundImage: proto.backgroundImage, edge: proto.edge)
  }

  var proto: Interaction_V1_ToggleState {
    .with {
      $0.id = self.id
      $0.look = self.look.proto
      $0.name = self.name
      $0.image = self.image
      $0.backgroundImage = self.backgroundImage
      $0.edge = self.edge
    }
  }
}

extension SelectionState {
  init(_ proto: Interaction_V1_SelectionState) {
    let items = proto.items.map { item in
      Item(
        showsIconAndTitle: item.showsIconAndTitle, showsBadge: item.showsBadge,
        image: item.image, titleColor: item.titleColor, looksPressed: item.pressed,
        reacts: item.reacts)
    }
    self.init(
      selected: Int(proto.selected), items: items, orientations: Orientations(proto.orientations))
  }

  var proto: Interaction_V1_SelectionState {
    .with {
      $0.selected = Int32(clamping: self.selected)
      $0.items = self.items.map(\.proto)
      $0.orientations = self.orientations.proto
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
      $0.pressed = self.looksPressed
      $0.reacts = self.reacts
    }
  }
}

extension Orientations {
  package init(_ proto: Interaction_V1_Orientations) {
    self.init(
      portrait: proto.portrait, upsideDown: proto.upsideDown,
      landscapeLeft: proto.landscapeLeft, landscapeRight: proto.landscapeRight)
  }

  package var proto: Interaction_V1_Orientations {
    .with {
      $0.portrait = self.portrait
      $0.upsideDown = self.upsideDown
      $0.landscapeLeft = self.landscapeLeft
      $0.landscapeRight = self.landscapeRight
    }
  }
}

extension BarLayout {
  init(_ proto: Interaction_V1_BarLayout) throws(Violation) {
    var items: [Item] = []
    for item in proto.items {
      items.append(
        Item(
          frame: Rect(item.frame), icon: Rect(item.icon), iconInsets: Insets(item.iconInsets),
          title: Rect(item.title), badge: Rect(item.badge), text: item.text,
          subtitle: Rect(item.subtitle), subtitleText: item.subtitleText, lottie: item.lottie,
          reaction: item.hasReaction ? try Timeline(item.reaction) : nil))
    }
    self.init(frame: Rect(proto.frame), backgroundColor: proto.backgroundColor, items: items)
  }

  var proto: Interaction_V1_BarLayout {
    .with {
      $0.frame = self.frame.proto
      $0.backgroundColor = self.backgroundColor
      $0.items = self.items.map(\.proto)
    }
  }
}

extension BarLayout.Item {
  fileprivate var proto: Interaction_V1_ItemLayout {
    .with {
      $0.frame = self.frame.proto
      $0.icon = self.icon.proto
      if self.iconInsets != .zero { $0.iconInsets = self.iconInsets.proto }
      $0.title = self.title.proto
      $0.badge = self.badge.proto
      $0.text = self.text
      if self.subtitle != .zero { $0.subtitle = self.subtitle.proto }
      $0.subtitleText = self.subtitleText
      $0.lottie = self.lottie
      if let reaction = self.reaction { $0.reaction = reaction.proto }
    }
  }
}
