import InteractionCore
import SwiftProtobuf

extension DefinitionReader {
  /// Converts the timelines that the experience declares (rule D2).
  mutating func timelines(
    _ definitions: [Interaction_V1_TimelineDefinition]
  ) -> [TimelineDefinition] {
    var names: [String] = []
    return self.list(definitions, limit: 16, "timelines").enumerated().map { index, definition in
      let field = "timelines[\(index)]"
      let name = self.name(definition.name, limit: 15, field.child("name"))
      self.require(
        names.appendNew(name), field.child("name"),
        "'\(name)' is declared twice; rename or remove one")
      self.require(
        !definition.tracks.isEmpty, field.child("tracks"), "is empty; must have 1 to 32 entries")
      let tracks = self.list(definition.tracks, limit: 32, field.child("tracks")).enumerated().map {
        index, track in self.track(track, "\(field).tracks[\(index)]")
      }
      let timeline = TimelineDefinition(
        name: name, tracks: tracks, above: self.above(definition.above, field.child("above")))
      self.require(
        timeline.duration <= .seconds(10), field.child("tracks"),
        "last \(plain(timeline.duration.seconds)) s; at most 10 s are allowed; shorten them")
      return timeline
    }
  }

  /// Returns the timeline that a field refers to; nil if it does not exist.
  mutating func timeline(
    _ name: String, of timelines: [TimelineDefinition], for place: TimelineUsage, _ field: String
  ) -> TimelineDefinition? {
    self.playedTimelines.append(name)
    guard let timeline = timelines.first(where: { $0.name == name }) else {
      let known = timelines.map { $0.name }.joined(separator: ", ")
      self.add(
        field,
        "is '\(clipped(name))'; "
          + (known.isEmpty
            ? "the experience has no timelines; declare it"
            : "must be a timeline of the experience: \(known)"))
      return nil
    }
    self.require(
      timeline.tracks.count <= place.maximumTracks, field,
      "'\(name)' has \(timeline.tracks.count) tracks; at most \(place.maximumTracks) are allowed"
        + " here; remove tracks")
    let parts = place.parts.map { $0.word }.joined(separator: ", ")
    self.require(
      timeline.above.allSatisfy(place.parts.contains), field,
      "'\(name)' has another part in above; must be parts of this field: \(parts)")
    for (index, track) in timeline.tracks.enumerated() {
      self.require(
        place.parts.contains(track.part), field,
        "'\(name)' animates \(track.part.word) in tracks[\(index)]; must be a part of this field:"
          + " \(parts)")
      self.require(
        !place.mustEndInLayout(track.part) || track.restsInLayout(filling: place.fill), field,
        "tracks[\(index)] of '\(name)' ends with another value than the layout's; end with the"
          + " layout's value, such as opacity 1, or do not fill forwards")
      self.require(
        !place.mustStartInLayout(track.part) || track.startsInLayout, field,
        "tracks[\(index)] of '\(name)' starts with another value than the layout's; start with the"
          + " layout's value, such as opacity 1")
    }
    return timeline
  }

  private mutating func above(
    _ definitions: [Interaction_V1_AnimatedPart], _ field: String
  ) -> [AnimatedPart] {
    var parts: [AnimatedPart] = []
    return self.list(definitions, limit: 4, field).enumerated().map { index, definition in
      let field = "\(field)[\(index)]"
      self.require(definition != .unspecified, field, "is missing; must be a part such as tab_icon")
      let part = self.choice(definition, AnimatedPart.tabIcon, field)
      self.require(
        parts.appendNew(part), field, "'\(part.word)' is listed twice; remove one")
      return part
    }
  }

  private mutating func track(
    _ definition: Interaction_V1_TrackDefinition, _ field: String
  ) -> TrackDefinition {
    self.require(
      definition.part != .unspecified, field.child("part"),
      "is missing; must be a part such as tab_icon")
    self.require(
      definition.property != .unspecified, field.child("property"),
      "is missing; must be a property such as opacity")
    self.require(definition.hasDuration, field.child("duration"), "is missing; must be 0 to 10 s")
    let property = self.choice(
      definition.property, AnimatedProperty.opacity, field.child("property"))
    self.require(
      property == .contentOffsetY
        ? definition.part == .toggleStrip : property.neutral != nil,
      field.child("property"),
      "is '\(property.word)'; must be one of \(AnimatedProperty.declarable), or content_offset_y"
        + " with part: toggle_strip")
    let unit = self.choice(definition.unit, TrackDefinition.Unit.points, field.child("unit"))
    self.require(
      unit == .points || property.isDistance, field.child("unit"),
      "is '\(unit.word)'; must be points unless property is translate_x or translate_y")
    let duration = self.span(
      definition.hasDuration ? definition.duration : nil, .zero, field.child("duration"))
    return TrackDefinition(
      self.choice(definition.part, AnimatedPart.tabIcon, field.child("part")), property,
      keyframes: self.keyframes(definition, limit: unit == .points ? 100_000 : 10, field),
      unit: unit,
      delay: self.span(definition.hasDelay ? definition.delay : nil, .zero, field.child("delay")),
      duration: duration,
      easing: self.easing(definition.curve, duration: duration, field),
      iterations: definition.hasIterations
        ? UInt32(
          self.number(Double(definition.iterations), in: 1 ... 100, field.child("iterations"))) : 1,
      direction: self.choice(
        definition.direction, Track.Direction.normal, field.child("direction")),
      fill: definition.fill == .unspecified
        ? nil : self.choice(definition.fill, Track.Fill.none, field.child("fill")))
  }

  private mutating func easing(
    _ curve: Interaction_V1_TrackDefinition.OneOf_Curve?, duration: TimeSpan, _ field: String
  ) -> Easing {
    switch curve {
    case .easing(let curve):
      return .bezier(self.curve(curve, .easeInEaseOut, field.child("easing")))
    case .spring(let spring):
      return .spring(
        Spring(
          dampingRatio: self.number(
            spring.hasDampingRatio ? spring.dampingRatio : 0.75, in: 0.05 ... 10,
            field.child("spring.damping_ratio")),
          duration: duration,
          initialVelocity: self.number(
            spring.initialVelocity, in: -100 ... 100, field.child("spring.initial_velocity"))))
    case nil:
      return .bezier(.easeInEaseOut)
    }
  }

  private mutating func keyframes(
    _ definition: Interaction_V1_TrackDefinition, limit: Double, _ field: String
  ) -> [Keyframe] {
    guard !definition.keyframes.isEmpty else {
      self.require(
        definition.hasStartValue && definition.hasEndValue, field,
        "must have start_value and end_value, or keyframes")
      return [
        Keyframe(
          position: 0,
          value: self.number(
            definition.startValue, in: -limit ... limit, field.child("start_value"))),
        Keyframe(
          position: 1,
          value: self.number(definition.endValue, in: -limit ... limit, field.child("end_value"))),
      ]
    }
    self.require(
      !definition.hasStartValue && !definition.hasEndValue, field,
      "has keyframes and also start_value or end_value; remove start_value and end_value")
    let path = field.child("keyframes")
    var last = 0.0
    let keyframes = self.list(definition.keyframes, limit: 16, path).enumerated().map {
      index, keyframe in
      let position = self.number(keyframe.position, in: last ... 1, "\(path)[\(index)].position")
      last = position
      return Keyframe(
        position: position,
        value: self.number(keyframe.value, in: -limit ... limit, "\(path)[\(index)].value"))
    }
    self.require(
      keyframes.count > 1 && keyframes[0].position == 0 && last == 1, path,
      "must be 2 to 16 keyframes, the first at position 0 and the last at position 1")
    return keyframes
  }
}

extension TrackDefinition {
  /// A Boolean value that indicates whether the first value equals the layout's.
  fileprivate var startsInLayout: Bool {
    let start =
      switch self.direction {
      case .normal, .alternate: self.keyframes.first
      case .reverse, .alternateReverse: self.keyframes.last
      }
    return start?.value == self.property.neutral
  }

  /// Returns whether the layout's value shows after its end.
  fileprivate func restsInLayout(filling usual: Track.Fill) -> Bool {
    let fill = self.fill ?? usual
    guard fill == .forwards || fill == .both else { return true }
    let endsAtStart =
      switch self.direction {
      case .normal: false
      case .reverse: true
      case .alternate: self.iterations % 2 == 0
      case .alternateReverse: self.iterations % 2 == 1
      }
    let end = endsAtStart ? self.keyframes.first : self.keyframes.last
    return end?.value == self.property.neutral
  }
}

extension AnimatedProperty {
  /// The layout's value; nil for a property that declared timelines cannot animate, and for a
  /// strip, whose value depends on its look.
  fileprivate var neutral: Double? {
    switch self {
    case .opacity, .scale, .scaleX, .scaleY: 1
    case .translateX, .translateY, .rotation, .rotationX, .rotationY: 0
    case .contentOffsetY, .frame, .translateZ, .centerX, .screenCenterX, .centerY, .shadowOpacity,
      .maskDiameter, .shadowOffsetX, .shadowOffsetY, .shadowRadius, .maskWidth, .maskHeight:
      nil
    }
  }

  fileprivate var isDistance: Bool { self == .translateX || self == .translateY }

  /// The words of the properties that a declared timeline can animate on every part.
  fileprivate static var declarable: String {
    Self.allCases.filter { $0.neutral != nil }.map { $0.word }.joined(separator: ", ")
  }
}

extension TimelineDefinition {
  /// The definition of the timeline.
  var definition: Interaction_V1_TimelineDefinition {
    .with {
      $0.name = self.name
      $0.tracks = self.tracks.map { $0.definition }
      $0.above = self.above.map { $0.proto }
    }
  }
}

extension TrackDefinition {
  fileprivate var definition: Interaction_V1_TrackDefinition {
    .with {
      $0.part = self.part.proto
      $0.property = self.property.proto
      $0.keyframes = self.keyframes.map { keyframe in
        .with {
          $0.position = keyframe.position
          $0.value = keyframe.value
        }
      }
      $0.unit = self.unit.proto
      $0.delay = self.delay.proto
      $0.duration = self.duration.proto
      switch self.easing {
      case .bezier(let curve):
        $0.easing = curve.proto
      case .spring(let spring):
        $0.spring.dampingRatio = spring.dampingRatio
        $0.spring.initialVelocity = spring.initialVelocity
      case .steps:
        // Definitions cannot contain steps.
        break
      }
      $0.iterations = self.iterations
      $0.direction = self.direction.proto
      if let fill = self.fill { $0.fill = fill.proto }
    }
  }
}
