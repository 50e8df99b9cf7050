package import InteractionCore
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
    if definition.hasTipDistance { rule.tipDistance = definition.tipDistance }
    if definition.hasTriggerDistance { rule.triggerDistance = definition.triggerDistance }
    if definition.hasTipHysteresis { rule.tipHysteresis = definition.tipHysteresis }
    if definition.hasTriggerHysteresis { rule.triggerHysteresis = definition.triggerHysteresis }
    self.checkDistances(of: rule, limit: definition.hasLimit ? definition.limit : 812)
    if definition.hasFlingBackVelocity {
      rule.flingBackVelocity = self.number(
        definition.flingBackVelocity, in: 1 ... 1e6, "second_floor.fling_back_velocity")
    }
    rule.release = self.choice(definition.release, rule.release, "second_floor.release")
    rule.restoring = self.choice(definition.restoring, rule.restoring, "second_floor.restoring")
    rule.watchdog = self.span(
      definition.hasWatchdog ? definition.watchdog : nil, rule.watchdog, "second_floor.watchdog",
      limit: .seconds(60))
    rule.listDuration = self.span(
      definition.hasListDuration ? definition.listDuration : nil, rule.listDuration,
      "second_floor.list_duration")
    rule.barDuration = self.span(
      definition.hasBarDuration ? definition.barDuration : nil, rule.barDuration,
      "second_floor.bar_duration")
    rule.pageDuration = self.span(
      definition.hasPageDuration ? definition.pageDuration : nil, rule.pageDuration,
      "second_floor.page_duration")
    rule.closeDuration = self.span(
      definition.hasCloseDuration ? definition.closeDuration : nil, rule.closeDuration,
      "second_floor.close_duration")
    if definition.hasSpringBackDuration {
      rule.springBackDuration = self.span(
        definition.springBackDuration, rule.closeDuration, "second_floor.spring_back_duration")
    }
    self.readCurves(of: definition, into: &rule)
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
    if definition.hasCloseZone {
      rule.closeZone = self.number(definition.closeZone, in: 0 ... 1, "second_floor.close_zone")
    }
    if definition.hasCloseVelocity {
      rule.closeVelocity = self.number(
        definition.closeVelocity, in: 1 ... 1e6, "second_floor.close_velocity")
    }
    if definition.hasRefreshDistance {
      rule.refreshDistance = definition.refreshDistance
      self.require(
        rule.refreshDistance >= 0 && rule.refreshDistance < rule.tipDistance,
        "second_floor.refresh_distance",
        "is \(plain(rule.refreshDistance)); must be 0 (never) or more, and less than the tip"
          + " distance, \(plain(rule.tipDistance))")
    }
    rule.refreshTimeout = self.span(
      definition.hasRefreshTimeout ? definition.refreshTimeout : nil, rule.refreshTimeout,
      "second_floor.refresh_timeout", from: .milliseconds(100), limit: .seconds(600))
    rule.requiresLogin = definition.loginRequired
    rule.requiresAsset = definition.assetRequired
    rule.hold = self.span(
      definition.hasHold ? definition.hold : nil, rule.hold, "second_floor.hold")
    return rule
  }

  /// How what moves gets there (rules F6, F8).
  private mutating func readCurves(
    of definition: Interaction_V1_SecondFloorDefinition, into rule: inout FloorDefinition.Rule
  ) {
    rule.listEasing = self.curve(
      definition.hasListEasing ? definition.listEasing : nil, rule.listEasing,
      "second_floor.list_easing")
    rule.barEasing = self.curve(
      definition.hasBarEasing ? definition.barEasing : nil, rule.barEasing,
      "second_floor.bar_easing")
    rule.pageEasing = self.curve(
      definition.hasPageEasing ? definition.pageEasing : nil, rule.pageEasing,
      "second_floor.page_easing")
    rule.closeEasing = self.curve(
      definition.hasCloseEasing ? definition.closeEasing : nil, rule.closeEasing,
      "second_floor.close_easing")
    rule.springBackEasing = self.curve(
      definition.hasSpringBackEasing ? definition.springBackEasing : nil, rule.springBackEasing,
      "second_floor.spring_back_easing")
  }

  /// 0 < tip < trigger ≤ limit (rule F4).
  private mutating func checkDistances(of rule: FloorDefinition.Rule, limit: Double) {
    self.require(
      rule.tipDistance > 0 && rule.tipDistance < rule.triggerDistance, "second_floor.tip_distance",
      "is \(plain(rule.tipDistance)); must be more than 0 and less than the trigger distance,"
        + " \(plain(rule.triggerDistance))")
    self.require(
      rule.triggerDistance <= limit && limit <= 1e5, "second_floor.trigger_distance",
      "is \(plain(rule.triggerDistance)); must be at most the limit, \(plain(limit)), and that at most 100000"
    )
    self.require(
      rule.tipHysteresis >= 0 && rule.tipHysteresis <= rule.tipDistance,
      "second_floor.tip_hysteresis",
      "is \(plain(rule.tipHysteresis)); must be 0 to the tip distance, \(plain(rule.tipDistance))")
    let triggerHysteresis = rule.triggerHysteresis ?? 0
    self.require(
      triggerHysteresis >= 0 && triggerHysteresis <= rule.triggerDistance,
      "second_floor.trigger_hysteresis",
      "is \(plain(triggerHysteresis)); must be 0 to the trigger distance,"
        + " \(plain(rule.triggerDistance))")
  }

  private mutating func appearance(
    _ definition: Interaction_V1_SecondFloorDefinition, preset: Preset, sources: [ScrollSource]
  ) -> FloorDefinition.Appearance {
    var appearance = FloorDefinition.Appearance(
      fadesList: preset == .refined,
      tip: self.localizedText(definition.tip, "second_floor.tip"),
      tipColor: self.color(definition.tipColor, "FF0000", "second_floor.tip_color"),
      backgroundColor: self.color(
        definition.backgroundColor, "FFFFFF", "second_floor.background_color"),
      assetURL: self.text(definition.assetURL, "second_floor.asset_url", limit: 512),
      assetKind: self.choice(
        definition.assetKind,
        preset == .literal ? FloorDefinition.Appearance.AssetKind.byURL : .declared,
        "second_floor.asset_kind"),
      assetSize: self.assetSize(definition),
      prefetch: self.choice(
        definition.prefetch, FloorLayout.Prefetch.eager, "second_floor.prefetch")
    )
    if definition.hasFadesList { appearance.fadesList = definition.fadesList }
    if definition.hasTipGap {
      appearance.tipGap = self.number(definition.tipGap, in: 0 ... 1000, "second_floor.tip_gap")
    }
    if definition.hasTipHeight {
      appearance.tipHeight = self.number(
        definition.tipHeight, in: 1 ... 1000, "second_floor.tip_height")
    }
    if definition.hasMaskStart {
      appearance.maskStart = self.number(
        definition.maskStart, in: 0 ... 1, "second_floor.mask_start")
    }
    if definition.hasMaskEnd { appearance.maskEnd = definition.maskEnd }
    self.require(
      appearance.maskEnd >= appearance.maskStart && appearance.maskEnd <= 1,
      "second_floor.mask_end",
      "is \(plain(appearance.maskEnd)); must be the mask's start, \(plain(appearance.maskStart)), to 1"
    )
    appearance.peekDuration = self.span(
      definition.hasPeekDuration ? definition.peekDuration : nil, appearance.peekDuration,
      "second_floor.peek_duration")
    appearance.peekEasing = self.curve(
      definition.hasPeekEasing ? definition.peekEasing : nil, appearance.peekEasing,
      "second_floor.peek_easing")
    appearance.links = self.links(definition.links, sources: sources)
    return appearance
  }

  /// The image's size, if the experience says it (rule F15): both edges or none.
  private mutating func assetSize(
    _ definition: Interaction_V1_SecondFloorDefinition
  ) -> Size? {
    guard definition.assetWidth != 0 || definition.assetHeight != 0 else { return nil }
    let edges = 0.001 ... EventLimits.edge
    return Size(
      width: self.number(definition.assetWidth, in: edges, "second_floor.asset_width"),
      height: self.number(definition.assetHeight, in: edges, "second_floor.asset_height"))
  }

  private mutating func links(
    _ definitions: [Interaction_V1_ScrollLink], sources: [ScrollSource]
  ) -> [ScrollLink] {
    self.list(definitions, limit: 16, "second_floor.links").enumerated().map { index, link in
      let field = "second_floor.links[\(index)]"
      func value(_ value: Double, _ name: String, _ reader: inout DefinitionReader) -> Double {
        reader.number(value, in: -1e6 ... 1e6, "\(field).\(name)")
      }
      return ScrollLink(
        driver: .offset(self.source(link.source, of: sources, "\(field).source")),
        target: Target(self.text(link.target, "\(field).target")),
        property: self.choice(link.property, AnimatedProperty.opacity, "\(field).property"),
        startOffset: value(link.startOffset, "start_offset", &self),
        endOffset: value(link.endOffset, "end_offset", &self),
        startValue: value(link.startValue, "start_value", &self),
        endValue: value(link.endValue, "end_value", &self)
      )
    }
  }
}

extension FloorDefinition {
  /// The floor as a definition that leaves nothing to a preset.
  var definition: Interaction_V1_SecondFloorDefinition {
    let rule = self.rule
    let appearance = self.appearance
    return .with {
      $0.source = self.source.name
      $0.tipDistance = rule.tipDistance
      $0.tipHysteresis = rule.tipHysteresis
      $0.triggerDistance = rule.triggerDistance
      if let hysteresis = rule.triggerHysteresis { $0.triggerHysteresis = hysteresis }
      $0.flingBackVelocity = rule.flingBackVelocity
      $0.release = rule.release.proto
      $0.restoring = rule.restoring.proto
      $0.watchdog = rule.watchdog.proto
      $0.listDuration = rule.listDuration.proto
      $0.barDuration = rule.barDuration.proto
      $0.pageDuration = rule.pageDuration.proto
      $0.closeDuration = rule.closeDuration.proto
      $0.closeZone = rule.closeZone
      $0.closeVelocity = rule.closeVelocity
      $0.fadesList = appearance.fadesList
      $0.tip = appearance.tip.definition
      $0.tipGap = appearance.tipGap
      $0.tipHeight = appearance.tipHeight
      $0.tipColor = appearance.tipColor
      $0.backgroundColor = appearance.backgroundColor
      $0.assetURL = appearance.assetURL
      $0.assetKind = appearance.assetKind.proto
      $0.listEasing = rule.listEasing.proto
      $0.barEasing = rule.barEasing.proto
      $0.pageEasing = rule.pageEasing.proto
      $0.closeEasing = rule.closeEasing.proto
      if let duration = rule.springBackDuration { $0.springBackDuration = duration.proto }
      $0.springBackEasing = rule.springBackEasing.proto
      if let opening = rule.openingTimeline { $0.openingTimeline = opening.name }
      if let closing = rule.closingTimeline { $0.closingTimeline = closing.name }
      $0.prefetch = appearance.prefetch.proto
      $0.assetWidth = appearance.assetSize?.width ?? 0
      $0.assetHeight = appearance.assetSize?.height ?? 0
      $0.maskStart = appearance.maskStart
      $0.maskEnd = appearance.maskEnd
      $0.peekDuration = appearance.peekDuration.proto
      $0.peekEasing = appearance.peekEasing.proto
      $0.links = appearance.links.map(\.proto)
      $0.refreshDistance = rule.refreshDistance
      $0.refreshTimeout = rule.refreshTimeout.proto
      $0.loginRequired = rule.requiresLogin
      $0.assetRequired = rule.requiresAsset
      $0.hold = rule.hold.proto
    }
  }
}

extension FloorDefinition.Rule.Release: WireEnum {
  package typealias Wire = Interaction_V1_FloorRelease
}

extension FloorDefinition.Rule.Restoring: WireEnum {
  package typealias Wire = Interaction_V1_FloorRestoring
}

extension FloorDefinition.Appearance.AssetKind: WireEnum {
  package var proto: Interaction_V1_FloorAssetKind {
    switch self {
    case .still: .still
    case .animated: .animated
    case .declared: .declared
    case .byURL: .byURL
    }
  }
}
