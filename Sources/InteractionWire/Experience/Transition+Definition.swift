import InteractionCore
import SwiftProtobuf

extension DefinitionReader {
  mutating func transition(
    _ definition: Interaction_V1_TransitionDefinition, preset: Preset,
    timelines: [TimelineDefinition]
  ) -> TransitionDefinition {
    let field = "tab_bar.transition"
    let isRefined = preset == .refined
    var rule = TransitionDefinition(
      style: self.choice(definition.style, TransitionDefinition.Style.spring, field.child("style")),
      animatesFirst: definition.hasAnimatesFirst ? definition.animatesFirst : isRefined,
      finishesRunning: definition.hasFinishesRunning ? definition.finishesRunning : isRefined,
      resetsBoth: definition.hasResetsBoth ? definition.resetsBoth : isRefined,
      swipes: definition.swipes)
    rule.duration = self.span(
      definition.hasDuration ? definition.duration : nil, rule.duration, field.child("duration"))
    rule.easing = self.curve(
      definition.hasEasing ? definition.easing : nil, rule.easing, field.child("easing"))
    if definition.hasTimeline {
      rule.timeline = self.timeline(
        definition.timeline, of: timelines, for: .tabPages, field.child("timeline"))
    }
    if definition.hasDampingRatio {
      rule.dampingRatio = self.number(
        definition.dampingRatio, in: 0.05 ... 10, field.child("damping_ratio"))
    }
    if definition.hasInitialVelocity {
      rule.initialVelocity = self.number(
        definition.initialVelocity, in: -100 ... 100, field.child("initial_velocity"))
    }
    if definition.hasGap {
      rule.gap = self.number(definition.gap, in: 0 ... 1000, field.child("gap"))
    }
    rule.watchdog = self.span(
      definition.hasWatchdog ? definition.watchdog : nil, rule.watchdog, field.child("watchdog"),
      limit: .seconds(60))
    if definition.hasSwipeFraction {
      rule.swipeFraction = self.number(
        definition.swipeFraction, in: 0 ... 1, field.child("swipe_fraction"))
    }
    if definition.hasFlingBackVelocity {
      rule.flingBackVelocity = self.number(
        definition.flingBackVelocity, in: 0 ... 1e6, field.child("fling_back_velocity"))
    }
    if definition.hasFlingVelocity {
      rule.flingVelocity = self.number(
        definition.flingVelocity, in: 0 ... 1e6, field.child("fling_velocity"))
    }
    rule.hold = self.span(
      definition.hasHold ? definition.hold : nil, rule.hold, field.child("hold"))
    return rule
  }
}

extension TransitionDefinition {
  /// The complete definition, without reliance on a preset.
  var definition: Interaction_V1_TransitionDefinition {
    .with {
      $0.style = self.style.proto
      $0.duration = self.duration.proto
      $0.easing = self.easing.proto
      if let timeline = self.timeline { $0.timeline = timeline.name }
      $0.dampingRatio = self.dampingRatio
      $0.initialVelocity = self.initialVelocity
      $0.gap = self.gap
      $0.animatesFirst = self.animatesFirst
      $0.finishesRunning = self.finishesRunning
      $0.resetsBoth = self.resetsBoth
      $0.watchdog = self.watchdog.proto
      $0.swipes = self.swipes
      $0.swipeFraction = self.swipeFraction
      $0.flingBackVelocity = self.flingBackVelocity
      $0.flingVelocity = self.flingVelocity
      $0.hold = self.hold.proto
    }
  }
}
