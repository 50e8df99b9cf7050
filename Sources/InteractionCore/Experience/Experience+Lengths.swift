/// Lengths that depend on the surface (rule R13).
extension Experience {
  /// A Boolean value that indicates whether lengths depend on the surface.
  var dependsOnSurface: Bool {
    self.floor?.rule.bySurface != nil || self.toggles.contains { $0.rule.heights != nil }
  }

  /// Returns the experience with all lengths in points on `surface`.
  func resolved(in surface: Surface) -> Experience {
    guard self.dependsOnSurface else { return self }
    var experience = self
    for index in experience.toggles.indices {
      guard let heights = self.toggles[index].rule.heights else { continue }
      experience.toggles[index].rule.threshold = heights.threshold * surface.viewport.height
      experience.toggles[index].rule.hysteresis = heights.hysteresis * surface.viewport.height
    }
    if let bySurface = self.floor?.rule.bySurface {
      let distances = bySurface.distances(in: surface)
      experience.floor?.rule.tipDistance = distances.tip
      experience.floor?.rule.tipHysteresis = distances.tipHysteresis
      experience.floor?.rule.triggerDistance = distances.trigger
      experience.floor?.rule.triggerHysteresis = distances.triggerHysteresis
      experience.floor?.rule.refreshDistance = distances.refresh
    }
    return experience
  }
}

extension FloorDefinition.Rule {
  /// A Boolean value that indicates whether a pull may refresh the list on any surface (rule F13).
  var mayRefresh: Bool {
    guard let bySurface = self.bySurface else { return self.refreshDistance > 0 }
    return bySurface.portrait.refresh > 0 || (bySurface.landscape?.refresh ?? 0) > 0
  }
}

/// The distances of the second floor in an orientation, in points or heights (rule R13).
public struct FloorDistances: Hashable, Sendable {
  public var tip: Double
  public var tipHysteresis: Double
  public var trigger: Double
  /// The hysteresis of the trigger; nil for that of the tip.
  public var triggerHysteresis: Double?
  /// The distance of a refresh; 0 for none.
  public var refresh: Double

  public init(
    tip: Double, tipHysteresis: Double, trigger: Double, triggerHysteresis: Double?,
    refresh: Double
  ) {
    self.tip = tip
    self.tipHysteresis = tipHysteresis
    self.trigger = trigger
    self.triggerHysteresis = triggerHysteresis
    self.refresh = refresh
  }
}

/// The distances of the second floor by orientation, and their unit (rule R13).
public struct DistancesBySurface: Hashable, Sendable {
  /// A Boolean value that indicates whether the distances are heights of the viewport.
  public var isInHeights: Bool
  public var portrait: FloorDistances
  /// The distances in landscape; nil for those in portrait.
  public var landscape: FloorDistances?

  public init(isInHeights: Bool, portrait: FloorDistances, landscape: FloorDistances? = nil) {
    self.isInHeights = isInHeights
    self.portrait = portrait
    self.landscape = landscape
  }

  /// Returns the distances on `surface`, pt.
  func distances(in surface: Surface) -> FloorDistances {
    let distances = surface.isLandscape ? self.landscape ?? self.portrait : self.portrait
    guard self.isInHeights else { return distances }
    let height = surface.viewport.height
    return FloorDistances(
      tip: distances.tip * height, tipHysteresis: distances.tipHysteresis * height,
      trigger: distances.trigger * height,
      triggerHysteresis: distances.triggerHysteresis.map { $0 * height },
      refresh: distances.refresh * height)
  }
}
