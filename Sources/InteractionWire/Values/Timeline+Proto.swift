package import InteractionCore
import SwiftProtobuf

extension Timeline {
  /// Converts a timeline. Tracks that this build cannot play are dropped: their final state applies
  /// at once.
  package init(_ proto: Proto.Timeline) {
    self.init(
      tracks: proto.tracks.compactMap(Track.init),
      captures: proto.captures.map(Capture.init),
      staging: proto.staging.map(Staging.init)
    )
  }

  package var proto: Proto.Timeline {
    .with {
      $0.tracks = self.tracks.map { $0.proto }
      // The only value: an animation that has to end first is ended by its state (rule X4).
      $0.interruption = .replaceFromCurrent
      $0.captures = self.captures.map { $0.proto }
      $0.staging = self.staging.map { $0.proto }
    }
  }
}

extension Capture {
  package init(_ proto: Interaction_V1_Capture) {
    self.init(
      target: ViewPath(proto.target), of: ViewPath(proto.subject), frame: Rect(proto.frame),
      scale: 1)
    self.pixelFrame = Rect(proto.pixelFrame)
  }

  package var proto: Interaction_V1_Capture {
    .with {
      $0.target = self.target.path
      $0.subject = self.subject.path
      $0.frame = self.frame.proto
      $0.pixelFrame = self.pixelFrame.proto
    }
  }
}

extension Staging {
  init(_ proto: Interaction_V1_Staging) {
    self.init(
      ViewPath(proto.target), level: Level(known: proto.level) ?? .unchanged,
      origin: Point(x: proto.originX, y: proto.originY), perspective: proto.perspective)
  }

  var proto: Interaction_V1_Staging {
    .with {
      $0.target = self.target.path
      $0.level = self.level.proto
      $0.originX = self.origin.x
      $0.originY = self.origin.y
      $0.perspective = self.perspective
    }
  }
}

extension Track {
  /// Converts a track; nil for an unknown property or easing.
  package init?(_ proto: Proto.Track) {
    guard let property = AnimatedProperty(known: proto.property),
      let easing = Easing(proto.easing)
    else { return nil }
    self.init(
      target: ViewPath(proto.target),
      property: property,
      keyframes: proto.keyframes.map { Keyframe(position: $0.position, value: $0.value) },
      delay: TimeSpan(microseconds: proto.delayUs),
      duration: TimeSpan(microseconds: proto.durationUs),
      easing: easing,
      iterations: proto.iterations,
      direction: Direction(known: proto.direction) ?? .normal,
      fill: Fill(known: proto.fill) ?? .none
    )
  }

  package var proto: Proto.Track {
    .with {
      $0.target = self.target.path
      $0.property = self.property.proto
      $0.keyframes = self.keyframes.map { keyframe in
        .with {
          $0.position = keyframe.position
          $0.value = keyframe.value
        }
      }
      $0.delayUs = self.delay.microseconds
      $0.durationUs = self.duration.microseconds
      $0.easing = self.easing.proto
      $0.iterations = self.iterations
      $0.direction = self.direction.proto
      $0.fill = self.fill.proto
    }
  }
}

extension Easing {
  fileprivate init?(_ proto: Proto.Track.OneOf_Easing?) {
    switch proto {
    case .bezier(let curve):
      self = .bezier(CubicBezier(curve))
    case .spring(let spring):
      self = .spring(
        Spring(
          dampingRatio: spring.dampingRatio,
          duration: TimeSpan(microseconds: spring.durationUs),
          initialVelocity: spring.initialVelocity
        ))
    case .steps(let count):
      self = .steps(Int(count))
    case .none:
      return nil
    }
  }

  fileprivate var proto: Proto.Track.OneOf_Easing {
    switch self {
    case .bezier(let curve):
      .bezier(curve.proto)
    case .spring(let spring):
      .spring(
        .with {
          $0.dampingRatio = spring.dampingRatio
          $0.durationUs = spring.duration.microseconds
          $0.initialVelocity = spring.initialVelocity
          $0.stiffness = spring.stiffness
          $0.damping = spring.damping
        })
    case .steps(let count):
      .steps(UInt32(clamping: count))
    }
  }
}

extension CubicBezier {
  package init(_ proto: Interaction_V1_CubicBezier) {
    self.init(proto.x1, proto.y1, proto.x2, proto.y2)
  }

  package var proto: Interaction_V1_CubicBezier {
    .with {
      $0.x1 = self.x1
      $0.y1 = self.y1
      $0.x2 = self.x2
      $0.y2 = self.y2
    }
  }
}

extension ScrollLink {
  /// Converts a link; nil for an unknown property.
  package init?(known proto: Interaction_V1_ScrollLink) {
    guard let property = AnimatedProperty(known: proto.property) else { return nil }
    self.init(proto, property: property)
  }

  package init(_ proto: Interaction_V1_ScrollLink) throws(Violation) {
    self.init(proto, property: try AnimatedProperty(proto.property, "link.property"))
  }

  private init(_ proto: Interaction_V1_ScrollLink, property: AnimatedProperty) {
    self.init(
      driver: proto.dragTarget.isEmpty
        ? .offset(SourceID(proto.source)) : .translation(ViewPath(proto.dragTarget)),
      target: ViewPath(proto.target),
      property: property,
      startOffset: proto.startOffset,
      endOffset: proto.endOffset,
      startValue: proto.startValue,
      endValue: proto.endValue
    )
  }

  package var proto: Interaction_V1_ScrollLink {
    .with {
      switch self.driver {
      case .offset(let source): $0.source = source.name
      case .translation(let target): $0.dragTarget = target.path
      }
      $0.target = self.target.path
      $0.property = self.property.proto
      $0.startOffset = self.startOffset
      $0.endOffset = self.endOffset
      $0.startValue = self.startValue
      $0.endValue = self.endValue
    }
  }
}
