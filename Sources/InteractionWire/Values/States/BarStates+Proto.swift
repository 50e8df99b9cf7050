import InteractionCore
import SwiftProtobuf

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
          lists: item.lists.map { SourceID($0) }, label: item.label,
          role: Item.Role(known: item.role) ?? .tab, isDisabled: item.disabled,
          hasLongPress: item.longPress, isHidden: item.hidden,
          change: item.hasChange ? try? ItemChange(item.change) : nil))
    }
    self.init(
      frame: Rect(proto.frame), backgroundColor: proto.backgroundColor, items: items,
      isHidden: proto.hidden, isAway: proto.away)
  }

  var proto: Interaction_V1_BarLayout {
    .with {
      $0.frame = self.frame.proto
      $0.backgroundColor = self.backgroundColor
      $0.items = self.items.map { $0.proto }
      $0.hidden = self.isHidden
      $0.away = self.isAway
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
      $0.richTitle = self.richTitle.map { $0.proto }
      $0.richSubtitle = self.richSubtitle.map { $0.proto }
      $0.lists = self.lists.map { $0.name }
      $0.label = self.label
      if self.role != .tab { $0.role = self.role.proto }
      $0.disabled = self.isDisabled
      $0.longPress = self.hasLongPress
      $0.hidden = self.isHidden
      if let change = self.change { $0.change = change.proto }
    }
  }
}
