import InteractionCore
import SwiftProtobuf

extension DefinitionReader {
  mutating func navigation(
    _ definition: Interaction_V1_NavigationDefinition, preset: Preset,
    timelines: [TimelineDefinition]
  ) -> NavigationDefinition {
    let isLiteral = preset == .literal
    var rule = NavigationDefinition(
      style: self.choice(definition.style, NavigationStyle.window, "navigation.style"),
      presentStyle: self.choice(
        definition.presentStyle, NavigationStyle.popTip, "navigation.present_style"),
      completesAtStart: definition.hasCompletesAtStart ? definition.completesAtStart : isLiteral,
      fadesEveryPush: definition.hasFadesEveryPush ? definition.fadesEveryPush : isLiteral,
      interactivePop: definition.hasInteractivePop ? definition.interactivePop : true,
      interactiveScan: definition.hasInteractiveScan ? definition.interactiveScan : true,
      sheetBounces: definition.sheetBounces)
    if definition.hasPopFraction {
      rule.popFraction = self.number(
        definition.popFraction, in: 0 ... 1, "navigation.pop_fraction")
    }
    if definition.hasScanFraction {
      rule.scanFraction = self.number(
        definition.scanFraction, in: 0 ... 1, "navigation.scan_fraction")
    }
    rule.watchdog = self.span(
      definition.hasWatchdog ? definition.watchdog : nil, rule.watchdog, "navigation.watchdog",
      limit: .seconds(60))
    if definition.hasSheetHeight {
      rule.sheetHeight = self.number(
        definition.sheetHeight, in: 1 ... 1e5, "navigation.sheet_height")
    }
    if definition.hasZoomFrame {
      rule.zoomFrame = Rect(
        x: self.number(definition.zoomFrame.x, in: -1e5 ... 1e5, "navigation.zoom_frame.x"),
        y: self.number(definition.zoomFrame.y, in: -1e5 ... 1e5, "navigation.zoom_frame.y"),
        width: self.number(
          definition.zoomFrame.width, in: 1 ... 1e5, "navigation.zoom_frame.width"),
        height: self.number(
          definition.zoomFrame.height, in: 1 ... 1e5, "navigation.zoom_frame.height"))
    }
    rule.hold = self.span(
      definition.hasHold ? definition.hold : nil, rule.hold, "navigation.hold")
    rule.timings = self.timings(definition.timings, timelines: timelines)
    rule.stacks = self.choice(
      definition.stacks, NavigationDefinition.Stacks.shared, "navigation.stacks")
    rule.backLabel = self.localizedText(definition.backLabel, "navigation.back_label")
    return rule
  }

  mutating func carousels(
    _ definitions: [Interaction_V1_CarouselDefinition], sources: [ScrollSource]
  ) -> [CarouselDefinition] {
    var names: [SourceID] = []
    return self.list(definitions, limit: 4, "carousels").enumerated().map { index, carousel in
      let field = "carousels[\(index)]"
      let source = self.source(carousel.source, of: sources, field.child("source"))
      self.require(
        names.appendNew(source), field.child("source"),
        "'\(source)' already has a carousel; remove one")
      return CarouselDefinition(
        source: source,
        count: Int(self.number(Double(carousel.count), in: 1 ... 100, field.child("count"))),
        multiplier: carousel.hasMultiplier
          ? Int(self.number(Double(carousel.multiplier), in: 3 ... 1000, field.child("multiplier")))
          : 100,
        interval: self.span(
          carousel.hasInterval ? carousel.interval : nil, .seconds(3), field.child("interval"),
          from: .milliseconds(500), limit: .seconds(3600)),
        width: carousel.hasWidth
          ? self.number(carousel.width, in: 1 ... 1e5, field.child("width")) : nil)
    }
  }
}

extension NavigationDefinition {
  /// The complete definition, without reliance on a preset.
  var definition: Interaction_V1_NavigationDefinition {
    .with {
      $0.style = self.style.proto
      $0.presentStyle = self.presentStyle.proto
      $0.completesAtStart = self.completesAtStart
      $0.fadesEveryPush = self.fadesEveryPush
      $0.interactivePop = self.interactivePop
      $0.popFraction = self.popFraction
      $0.interactiveScan = self.interactiveScan
      $0.scanFraction = self.scanFraction
      $0.watchdog = self.watchdog.proto
      $0.sheetHeight = self.sheetHeight
      $0.sheetBounces = self.sheetBounces
      if let frame = self.zoomFrame { $0.zoomFrame = frame.proto }
      $0.hold = self.hold.proto
      $0.timings = self.timings.map { $0.definition }
      $0.backLabel = self.backLabel.definition
      if self.stacks != .shared { $0.stacks = self.stacks.proto }
    }
  }
}

extension CarouselDefinition {
  /// The complete definition, without reliance on a preset.
  var definition: Interaction_V1_CarouselDefinition {
    .with {
      $0.source = self.source.name
      $0.count = UInt32(clamping: self.count)
      $0.multiplier = UInt32(clamping: self.multiplier)
      $0.interval = self.interval.proto
      if let width = self.width { $0.width = width }
    }
  }
}
