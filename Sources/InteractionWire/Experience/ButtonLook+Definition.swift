import InteractionCore
import SwiftProtobuf

extension DefinitionReader {
  /// Converts a button's look (rule T12).
  mutating func button(_ definition: Interaction_V1_ButtonLook, _ field: String) -> ButtonLook {
    ButtonLook(
      titleFont: self.font(definition.titleFont, field.child("title_font")),
      subtitleFont: self.font(definition.subtitleFont, field.child("subtitle_font")),
      subtitleColor: self.color(definition.subtitleColor, "", field.child("subtitle_color")),
      backgroundColor: self.color(definition.backgroundColor, "", field.child("background_color")),
      backgroundImage: self.text(definition.backgroundImage, field.child("background_image")),
      cornerRadius: self.number(
        definition.cornerRadius, in: 0 ... 1000, field.child("corner_radius")),
      border: definition.hasBorder
        ? ButtonLook.Border(
          width: self.number(
            definition.border.hasWidth ? definition.border.width : 1, in: 0.1 ... 100,
            field.child("border.width")),
          color: self.color(definition.border.color, "000000", field.child("border.color")))
        : nil)
  }

  /// Converts a rich text of at most 8 spans (rule T12).
  mutating func richText(
    _ definitions: [Interaction_V1_TextSpanDefinition], _ field: String
  ) -> RichText {
    let definitions = self.list(definitions, limit: 8, field)
    return RichText(
      spans: definitions.enumerated().map { index, span in
        let field = "\(field)[\(index)]"
        let text = self.localizedText(span.text, field.child("text"))
        self.require(text != LocalizedText(), field.child("text"), "is empty; must have a text")
        return RichText.Span(
          text: text,
          color: self.color(span.color, "", field.child("color")),
          font: self.font(span.font, field.child("font")))
      })
  }

  private mutating func font(_ definition: Interaction_V1_TextFont, _ field: String) -> TextFont {
    TextFont(
      family: self.text(definition.family, field.child("family")),
      size: definition.hasSize
        ? self.number(definition.size, in: 1 ... 200, field.child("size")) : nil,
      weight: definition.hasWeight
        ? Int(self.number(Double(definition.weight), in: 1 ... 1000, field.child("weight"))) : nil)
  }
}

extension RichText {
  var definition: [Interaction_V1_TextSpanDefinition] {
    self.spans.map { span in
      .with {
        $0.text = span.text.definition
        $0.color = span.color
        if span.font != TextFont() { $0.font = span.font.proto }
      }
    }
  }
}
