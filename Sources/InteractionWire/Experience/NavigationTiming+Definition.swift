import InteractionCore
import SwiftProtobuf

extension DefinitionReader {
  /// Converts the styles' own durations, curves and timelines (rule N4).
  mutating func timings(
    _ definitions: [Interaction_V1_NavigationTiming], timelines: [TimelineDefinition]
  ) -> [NavigationTiming] {
    var styles: [NavigationStyle] = []
    return self.list(definitions, limit: 16, "navigation.timings").enumerated().compactMap {
      index, definition in
      let field = "navigation.timings[\(index)]"
      guard definition.style != .unspecified else {
        self.add(field.child("style"), "is missing; must be a navigation style such as slide")
        return nil
      }
      let style = self.choice(definition.style, NavigationStyle.window, field.child("style"))
      self.require(
        style != .system, field.child("style"),
        "is 'system'; its timing is the platform's; choose another style")
      self.require(
        styles.appendNew(style), field.child("style"),
        "'\(style.word)' already has a timing; remove one")
      let isDeclared = definition.hasTimeline || definition.hasBackTimeline
      self.require(
        !isDeclared || !(definition.hasDuration || definition.hasEasing), field,
        "has a timeline and also duration or easing; remove duration and easing")
      var timing = NavigationTiming(
        style,
        duration: definition.hasDuration
          ? self.span(
            definition.duration, .milliseconds(300), field.child("duration"),
            from: .milliseconds(50))
          : nil,
        easing: definition.hasEasing
          ? self.curve(definition.easing, .easeInEaseOut, field.child("easing")) : nil)
      if definition.hasTimeline {
        timing.timeline = self.timeline(
          definition.timeline, of: timelines, for: .page, field.child("timeline"))
      }
      if definition.hasBackTimeline {
        timing.backTimeline = self.timeline(
          definition.backTimeline, of: timelines, for: .page, field.child("back_timeline"))
      }
      return timing
    }
  }
}

extension NavigationTiming {
  /// The definition of the timing.
  var definition: Interaction_V1_NavigationTiming {
    .with {
      $0.style = self.style.proto
      if let duration = self.duration { $0.duration = duration.proto }
      if let easing = self.easing { $0.easing = easing.proto }
      if let timeline = self.timeline { $0.timeline = timeline.name }
      if let timeline = self.backTimeline { $0.backTimeline = timeline.name }
    }
  }
}
