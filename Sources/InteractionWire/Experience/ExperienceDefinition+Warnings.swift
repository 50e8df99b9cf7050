package import InteractionCore

extension Interaction_V1_ExperienceDefinition {
  /// Warnings about valid parts that are probably mistakes.
  package var warnings: [Violation] {
    self.toggleWarnings + self.timelineWarnings + self.distanceWarnings + self.reachWarnings
  }

  /// Warnings about a second floor that no finger can pull far enough on a phone (rule R13).
  private var reachWarnings: [Violation] {
    guard self.hasSecondFloor else { return [] }
    let floor = self.secondFloor
    let trigger = floor.hasTriggerDistance ? floor.triggerDistance : 150
    let own = floor.landscape
    var warnings = self.reachWarning(
      trigger, onHeight: 812, "portrait", "second_floor.trigger_distance")
    if own.hasTriggerDistance {
      warnings += self.reachWarning(
        own.triggerDistance, onHeight: 375, "landscape", "second_floor.landscape.trigger_distance")
    } else if self.turnsFloor {
      warnings += self.reachWarning(
        trigger, onHeight: 375, "landscape", "second_floor.trigger_distance")
    }
    return warnings
  }

  private func reachWarning(
    _ trigger: Double, onHeight height: Double, _ orientation: String, _ field: String
  ) -> [Violation] {
    let points = self.secondFloor.unit == .height ? trigger * height : trigger
    let reach = ScrollPhysics.rubberBand(height, dimension: height).rounded(.down)
    guard points > reach else { return [] }
    return [
      Violation(
        field: field,
        problem: "is \(plain(points)) pt; a finger that crosses the whole screen of a phone in"
          + " \(orientation) pulls \(plain(reach)) pt; set a smaller distance"
          + (orientation == "landscape" ? " in second_floor.landscape" : ""))
    ]
  }

  /// A Boolean value that indicates whether the tab of the floor's list says that its page turns to
  /// landscape.
  private var turnsFloor: Bool {
    let source = self.sources.first { $0.id == self.secondFloor.source }
    guard let source, source.hasTab, self.tabBar.items.indices.contains(Int(source.tab)) else {
      return false
    }
    let allowed = self.tabBar.items[Int(source.tab)].orientations
    return allowed.landscapeLeft || allowed.landscapeRight
  }

  /// Warnings about toggles that no tab shows, because none has the big logo. One that hides the
  /// bar needs no place.
  private var toggleWarnings: [Violation] {
    if self.tabBar.items.contains(where: { $0.bigLogo }) { return [] }
    return self.toggles.enumerated().compactMap { index, toggle in
      guard !toggle.hidesBar, !toggle.hasTimelineAbove, !toggle.hasTimelineBelow else {
        return nil
      }
      return Violation(
        field: "toggles[\(index)]",
        problem: "no tab shows '\(toggle.id)'; set big_logo: true on a tab, or show it in the app")
    }
  }

  private var timelineWarnings: [Violation] {
    var reader = DefinitionReader()
    _ = Experience(self, by: &reader)
    return self.timelines.enumerated().compactMap { index, timeline in
      guard !reader.playedTimelines.contains(timeline.name) else { return nil }
      return Violation(
        field: "timelines[\(index)].name",
        problem: "'\(timeline.name)' is unused; refer to it or remove it")
    }
  }

  /// Warnings about translations from 0 to 1, probably meant as fractions of the width or height
  /// instead of points.
  private var distanceWarnings: [Violation] {
    self.timelines.enumerated().flatMap { index, timeline in
      timeline.tracks.enumerated().compactMap { number, track in
        let side: String
        switch track.property {
        case .translateX: side = "width"
        case .translateY: side = "height"
        default: return nil
        }
        let ends = [track.startValue, track.endValue]
        let values = track.keyframes.isEmpty ? ends : track.keyframes.map { $0.value }
        guard track.unit == .unspecified, let farthest = values.map({ abs($0) }).max(),
          farthest > 0, farthest <= 1
        else { return nil }
        return Violation(
          field: "timelines[\(index)].tracks[\(number)]",
          problem: "moves by at most \(plain(farthest)) pt; set unit: \(side) for fractions of the"
            + " viewport's \(side), or unit: points")
      }
    }
  }
}
