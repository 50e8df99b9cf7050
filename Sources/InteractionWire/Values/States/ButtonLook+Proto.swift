package import InteractionCore
import SwiftProtobuf

extension ButtonLook {
  init(_ proto: Interaction_V1_ButtonLook) {
    self.init(
      titleFont: TextFont(proto.titleFont), subtitleFont: TextFont(proto.subtitleFont),
      subtitleColor: proto.subtitleColor, backgroundColor: proto.backgroundColor,
      backgroundImage: proto.backgroundImage, cornerRadius: proto.cornerRadius,
      border: proto.hasBorder ? Border(proto.border) : nil)
  }

  package var proto: Interaction_V1_ButtonLook {
    .with {
      if self.titleFont != TextFont() { $0.titleFont = self.titleFont.proto }
      if self.subtitleFont != TextFont() { $0.subtitleFont = self.subtitleFont.proto }
      $0.subtitleColor = self.subtitleColor
      $0.backgroundColor = self.backgroundColor
      $0.backgroundImage = self.backgroundImage
      $0.cornerRadius = self.cornerRadius
      if let border = self.border { $0.border = border.proto }
    }
  }
}

extension ButtonLook.Border {
  fileprivate init(_ proto: Interaction_V1_Border) {
    self.init()
    if proto.hasWidth { self.width = proto.width }
    if !proto.color.isEmpty { self.color = proto.color }
  }

  fileprivate var proto: Interaction_V1_Border {
    .with {
      $0.width = self.width
      $0.color = self.color
    }
  }
}

extension TextFont {
  init(_ proto: Interaction_V1_TextFont) {
    self.init(
      family: proto.family, size: proto.hasSize ? proto.size : nil,
      weight: proto.hasWeight ? Int(proto.weight) : nil)
  }

  package var proto: Interaction_V1_TextFont {
    .with {
      $0.family = self.family
      if let size = self.size { $0.size = size }
      if let weight = self.weight { $0.weight = UInt32(clamping: weight) }
    }
  }
}

extension TextSpan {
  init(_ proto: Interaction_V1_TextSpan) {
    self.init(text: proto.text, color: proto.color, font: TextFont(proto.font))
  }

  package var proto: Interaction_V1_TextSpan {
    .with {
      $0.text = self.text
      $0.color = self.color
      if self.font != TextFont() { $0.font = self.font.proto }
    }
  }
}
