import InteractionCore
import SwiftProtobuf

extension DefinitionReader {
  /// Reads the second floor's distances, in portrait and landscape (rules F3, F4, F13, R13).
  mutating func distances(
    _ definition: Interaction_V1_SecondFloorDefinition, of rule: inout FloorDefinition.Rule
  ) {
    let isInHeights = self.isInHeights(definition.unit, "second_floor.unit")
    // The defaults are in points.
    self.require(
      !isInHeights || definition.hasTipDistance && definition.hasTriggerDistance,
      "second_floor.unit", "is 'height'; requires tip_distance and trigger_distance in heights")
    let portrait = FloorDistances(
      tip: definition.hasTipDistance ? definition.tipDistance : rule.tipDistance,
      tipHysteresis: definition.hasTipHysteresis
        ? definition.tipHysteresis : isInHeights ? 0 : rule.tipHysteresis,
      trigger: definition.hasTriggerDistance ? definition.triggerDistance : rule.triggerDistance,
      triggerHysteresis: definition.hasTriggerHysteresis ? definition.triggerHysteresis : nil,
      refresh: definition.refreshDistance)
    let limit = definition.hasLimit ? definition.limit : isInHeights ? 1 : 812
    self.check(portrait, limit: limit, "second_floor")
    var landscape: FloorDistances?
    if definition.hasLandscape {
      let own = definition.landscape
      var distances = portrait
      if own.hasTipDistance { distances.tip = own.tipDistance }
      if own.hasTriggerDistance { distances.trigger = own.triggerDistance }
      if own.hasRefreshDistance { distances.refresh = own.refreshDistance }
      self.check(distances, limit: limit, "second_floor.landscape")
      landscape = distances
    }
    rule.tipDistance = portrait.tip
    rule.tipHysteresis = portrait.tipHysteresis
    rule.triggerDistance = portrait.trigger
    rule.triggerHysteresis = portrait.triggerHysteresis
    rule.refreshDistance = portrait.refresh
    if isInHeights || landscape != nil {
      rule.bySurface = DistancesBySurface(
        isInHeights: isInHeights, portrait: portrait, landscape: landscape)
    }
  }

  /// Checks that 0 < tip < trigger ≤ limit, and refresh < tip (rules F4, F13).
  private mutating func check(
    _ distances: FloorDistances, limit: Double, _ place: String
  ) {
    let (tip, trigger) = (distances.tip, distances.trigger)
    self.require(
      tip > 0 && tip < trigger, place.child("tip_distance"),
      "is \(plain(tip)); must be more than 0 and less than trigger_distance, \(plain(trigger))")
    self.require(
      trigger <= limit && limit <= 1e5, place.child("trigger_distance"),
      "is \(plain(trigger)); must be at most limit, \(plain(limit)), and limit at most 100000")
    self.require(
      distances.tipHysteresis >= 0 && distances.tipHysteresis <= tip, place.child("tip_hysteresis"),
      "is \(plain(distances.tipHysteresis)); must be 0 to tip_distance, \(plain(tip))")
    let hysteresis = distances.triggerHysteresis ?? 0
    self.require(
      hysteresis >= 0 && hysteresis <= trigger, place.child("trigger_hysteresis"),
      "is \(plain(hysteresis)); must be 0 to trigger_distance, \(plain(trigger))")
    self.require(
      distances.refresh >= 0 && distances.refresh < max(tip, .leastNonzeroMagnitude),
      place.child("refresh_distance"),
      "is \(plain(distances.refresh)); must be at least 0 (no refresh) and less than"
        + " tip_distance, \(plain(tip))")
  }
}

extension FloorDefinition.Rule {
  /// Writes the distances as declared, which do not depend on a surface.
  func writeDistances(to definition: inout Interaction_V1_SecondFloorDefinition) {
    let portrait =
      self.bySurface?.portrait
      ?? FloorDistances(
        tip: self.tipDistance, tipHysteresis: self.tipHysteresis, trigger: self.triggerDistance,
        triggerHysteresis: self.triggerHysteresis, refresh: self.refreshDistance)
    definition.tipDistance = portrait.tip
    definition.tipHysteresis = portrait.tipHysteresis
    definition.triggerDistance = portrait.trigger
    if let hysteresis = portrait.triggerHysteresis { definition.triggerHysteresis = hysteresis }
    definition.refreshDistance = portrait.refresh
    definition.limit = max(portrait.trigger, self.bySurface?.landscape?.trigger ?? 0)
    if self.bySurface?.isInHeights == true { definition.unit = .height }
    if let landscape = self.bySurface?.landscape {
      definition.landscape.tipDistance = landscape.tip
      definition.landscape.triggerDistance = landscape.trigger
      definition.landscape.refreshDistance = landscape.refresh
    }
  }
}
