import InteractionCore
import SwiftProtobuf

extension ToggleState {
  init(_ proto: Interaction_V1_ToggleState) {
    self.init(
      id: proto.id, look: Look(known: proto.look) ?? .below, name: proto.name,
      image: proto.image, backgroundImage: proto.backgroundImage, edge: proto.edge,
      otherImage: proto.otherImage, isStrip: proto.strip)
  }

  var proto: Interaction_V1_ToggleState {
    .with {
      $0.id = self.id
      $0.look = self.look.proto
      $0.name = self.name
      $0.image = self.image
      $0.backgroundImage = self.backgroundImage
      $0.edge = self.edge
      $0.otherImage = self.otherImage
      $0.strip = self.isStrip
    }
  }
}

extension SelectionState {
  init(_ proto: Interaction_V1_SelectionState) {
    self.init(
      selected: Int(proto.selected), items: proto.items.map { Item($0) },
      orientations: Orientations(proto.orientations),
      autorotates: !proto.hasAutorotates || proto.autorotates,
      preferredOrientation: Orientation(known: proto.preferredOrientation),
      previous: proto.hasPrevious ? Int(proto.previous) : nil,
      origin: Origin(known: proto.origin) ?? .programmatic)
  }

  var proto: Interaction_V1_SelectionState {
    .with {
      $0.selected = Int32(clamping: self.selected)
      $0.items = self.items.map(\.proto)
      $0.orientations = self.orientations.proto
      if !self.autorotates { $0.autorotates = false }
      if let preferred = self.preferredOrientation { $0.preferredOrientation = preferred.proto }
      if let previous = self.previous { $0.previous = Int32(clamping: previous) }
      $0.origin = self.origin.proto
    }
  }
}

extension SelectionState.Item {
  fileprivate init(_ proto: Interaction_V1_ItemLook) {
    self.init(
      showsIconAndTitle: proto.showsIconAndTitle, showsBadge: proto.showsBadge,
      image: proto.image, titleColor: proto.titleColor, looksPressed: proto.pressed,
      reacts: proto.reacts)
  }

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
  init(_ proto: Interaction_V1_BarLayout) {
    var items: [Item] = []
    for item in proto.items {
      items.append(
        Item(
          frame: Rect(item.frame), icon: Rect(item.icon), iconInsets: Insets(item.iconInsets),
          title: Rect(item.title), badge: Rect(item.badge), text: item.text,
          subtitle: Rect(item.subtitle), subtitleText: item.subtitleText, lottie: item.lottie,
          reaction: item.hasReaction ? Timeline(item.reaction) : nil,
          selectedLook: item.hasSelectedLook ? SelectionState.Item(item.selectedLook) : nil,
          otherLook: item.hasOtherLook ? SelectionState.Item(item.otherLook) : nil,
          button: ButtonLook(item.button), richTitle: item.richTitle.map(TextSpan.init),
          richSubtitle: item.richSubtitle.map(TextSpan.init),
          lists: item.lists.map { SourceID($0) }))
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
      if let look = self.selectedLook { $0.selectedLook = look.proto }
      if let look = self.otherLook { $0.otherLook = look.proto }
      if self.button != ButtonLook() { $0.button = self.button.proto }
      $0.richTitle = self.richTitle.map(\.proto)
      $0.richSubtitle = self.richSubtitle.map(\.proto)
      $0.lists = self.lists.map(\.name)
    }
  }
}
