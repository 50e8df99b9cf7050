import InteractionCore
import SwiftProtobuf

extension DefinitionReader {
  mutating func floor(
    _ definition: Interaction_V1_SecondFloorDefinition, preset: Preset, sources: [ScrollSource],
    timelines: [TimelineDefinition]
  ) -> FloorDefinition {
    FloorDefinition(
      source: self.source(definition.source, of: sources, "second_floor.source"),
      rule: self.rule(definition, preset: preset, timelines: timelines),
      appearance: self.appearance(definition, preset: preset, sources: sources)
    )
  }

  private mutating func rule(
    _ definition: Interaction_V1_SecondFloorDefinition, preset: Preset,
    timelines: [TimelineDefinition]
  ) -> FloorDefinition.Rule {
    var rule: FloorDefinition.Rule = preset == .literal ? .literal : .refined
    self.read(definition, into: &rule, at: "second_floor")
    self.distances(definition, of: &rule)
    if definition.hasSpringBackDuration {
      rule.springBackDuration = self.span(
        definition.springBackDuration, rule.closeDuration, "second_floor.spring_back_duration")
    }
    if definition.hasOpeningTimeline {
      rule.openingTimeline = self.timeline(
        definition.openingTimeline, of: timelines, for: .floorOpening,
        "second_floor.opening_timeline")
    }
    if definition.hasClosingTimeline {
      rule.closingTimeline = self.timeline(
        definition.closingTimeline, of: timelines, for: .floorClosing,
        "second_floor.closing_timeline")
    }
    return rule
  }

  private mutating func appearance(
    _ definition: Interaction_V1_SecondFloorDefinition, preset: Preset, sources: [ScrollSource]
  ) -> FloorDefinition.Appearance {
    var appearance = FloorDefinition.Appearance(
      fadesList: preset == .refined,
      assetKind: preset == .literal ? .byURL : .declared,
      assetSize: self.assetSize(definition))
    self.read(definition, into: &appearance, at: "second_floor")
    if definition.hasMaskEnd { appearance.maskEnd = definition.maskEnd }
    self.require(
      appearance.maskEnd >= appearance.maskStart && appearance.maskEnd <= 1,
      "second_floor.mask_end",
      "is \(plain(appearance.maskEnd)); must be mask_start, \(plain(appearance.maskStart)), to 1")
    appearance.links = self.links(definition.links, sources: sources, "second_floor.links")
    return appearance
  }

  /// Converts the image's size; nil if the experience has none (rule F15). Both edges are required.
  private mutating func assetSize(
    _ definition: Interaction_V1_SecondFloorDefinition
  ) -> Size? {
    guard definition.assetWidth != 0 || definition.assetHeight != 0 else { return nil }
    let edges = 0.001 ... EventLimits.edge
    return Size(
      width: self.number(definition.assetWidth, in: edges, "second_floor.asset_width"),
      height: self.number(definition.assetHeight, in: edges, "second_floor.asset_height"))
  }

  mutating func links(
    _ definitions: [Interaction_V1_ScrollLink], sources: [ScrollSource], _ place: String
  ) -> [ScrollLink] {
    self.list(definitions, limit: 16, place).enumerated().map { index, link in
      let field = "\(place)[\(index)]"
      func value(_ value: Double, _ name: String, _ reader: inout DefinitionReader) -> Double {
        reader.number(value, in: -1e6 ... 1e6, "\(field).\(name)")
      }
      return ScrollLink(
        driver: .offset(self.source(link.source, of: sources, field.child("source"))),
        target: ViewPath(self.text(link.target, field.child("target"))),
        property: self.choice(link.property, AnimatedProperty.opacity, field.child("property")),
        startOffset: value(link.startOffset, "start_offset", &self),
        endOffset: value(link.endOffset, "end_offset", &self),
        startValue: value(link.startValue, "start_value", &self),
        endValue: value(link.endValue, "end_value", &self)
      )
    }
  }
}

extension FloorDefinition {
  /// The complete definition, without reliance on a preset.
  var definition: Interaction_V1_SecondFloorDefinition {
    let rule = self.rule
    let appearance = self.appearance
    return .with {
      rule.write(to: &$0)
      appearance.write(to: &$0)
      $0.source = self.source.name
      rule.writeDistances(to: &$0)
      if let duration = rule.springBackDuration { $0.springBackDuration = duration.proto }
      if let opening = rule.openingTimeline { $0.openingTimeline = opening.name }
      if let closing = rule.closingTimeline { $0.closingTimeline = closing.name }
      $0.assetWidth = appearance.assetSize?.width ?? 0
      $0.assetHeight = appearance.assetSize?.height ?? 0
      $0.maskEnd = appearance.maskEnd
      $0.links = appearance.links.map { $0.proto }
    }
  }
}
