import InteractionCore
import InteractionWire
import SwiftProtobuf

extension DefinitionReader {
  /// The styles with a time or a curve of their own in this experience (rule N4).
  mutating func timings(
    _ definitions: [Interaction_V1_NavigationTiming]
  ) -> [NavigationTiming] {
    var styles: Set<NavigationStyle> = []
    return self.list(definitions, limit: 16, "navigation.timings").enumerated().compactMap {
      index, definition in
      let field = "navigation.timings[\(index)]"
      guard definition.style != .unspecified else {
        self.add("\(field).style", "is missing; must be the style that the timing is for")
        return nil
      }
      let style = self.choice(definition.style, NavigationStyle.window, "\(field).style")
      self.require(
        style != .system, "\(field).style", "is the platform's own, whose time is not the engine's")
      self.require(styles.insert(style).inserted, "\(field).style", "has a timing already")
      return NavigationTiming(
        style,
        duration: definition.hasDuration
          ? self.span(
            definition.duration, .milliseconds(300), "\(field).duration", from: .milliseconds(50))
          : nil,
        easing: definition.hasEasing
          ? self.curve(definition.easing, .easeInEaseOut, "\(field).easing") : nil)
    }
  }
}

extension NavigationTiming {
  /// The timing as an experience writes it.
  var definition: Interaction_V1_NavigationTiming {
    .with {
      $0.style = self.style.proto
      if let duration = self.duration { $0.duration = duration.proto }
      if let easing = self.easing { $0.easing = easing.proto }
    }
  }
}
