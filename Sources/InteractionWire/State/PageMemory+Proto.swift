import InteractionCore
import SwiftProtobuf

extension TabTransition {
  init(_ proto: Interaction_V1_TabTransitionState) throws(Violation) {
    let phase: Phase =
      switch proto.phase {
      case .none: .idle
      case .running(let run): .running(try Run(run))
      case .interactive(let pair): .interactive(from: Int(pair.from), to: Int(pair.to))
      }
    self.init(
      phase: phase, number: proto.number, last: proto.hasLast ? try Completion(proto.last) : nil,
      isDragged: proto.dragged, swipes: proto.swipes, hasSwitched: proto.switched)
  }

  func proto(generation: UInt32) -> Interaction_V1_TabTransitionState {
    .with {
      switch self.phase {
      case .idle: break
      case .running(let run): $0.running = run.proto
      case .interactive(let from, let to): $0.interactive = .init(from: from, to: to)
      }
      $0.number = self.number
      if let last = self.last { $0.last = last.proto }
      $0.dragged = self.isDragged
      $0.swipes = self.swipes
      $0.switched = self.hasSwitched
      $0.generation = generation
    }
  }
}

extension Interaction_V1_TabPair {
  fileprivate init(from: Int, to: Int) {
    self.init()
    self.from = Int32(clamping: from)
    self.to = Int32(clamping: to)
  }
}

extension TabTransition.Run {
  fileprivate init(_ proto: Interaction_V1_TransitionRun) throws(Violation) {
    self.init(
      from: Int(proto.tabs.from), to: Int(proto.tabs.to), directive: proto.directive,
      until: Instant(microseconds: proto.untilUs),
      outcome: try TransitionOutcome(proto.outcome, "transition.outcome"),
      followsRelease: proto.followsRelease)
  }

  fileprivate var proto: Interaction_V1_TransitionRun {
    .with {
      $0.tabs = .init(from: self.from, to: self.to)
      $0.directive = self.directive
      $0.untilUs = self.until.microseconds
      $0.outcome = self.outcome.proto
      $0.followsRelease = self.followsRelease
    }
  }
}

extension TabTransition.Completion {
  fileprivate init(_ proto: Interaction_V1_TransitionEnd) throws(Violation) {
    let (from, to) = (Int(proto.tabs.from), Int(proto.tabs.to))
    self.init(
      number: proto.number, from: from, to: to,
      outcome: try TransitionOutcome(proto.outcome, "transition.last.outcome"),
      reset: proto.resetsOne ? [from] : [from, to])
  }

  fileprivate var proto: Interaction_V1_TransitionEnd {
    .with {
      $0.number = self.number
      $0.tabs = .init(from: self.from, to: self.to)
      $0.outcome = self.outcome.proto
      $0.resetsOne = self.reset.count == 1
    }
  }
}

extension NavigationStack {
  init(_ proto: Interaction_V1_NavigationStackState) throws(Violation) {
    let phase: Phase =
      switch proto.phase {
      case .none: .idle
      case .running(let run): .running(try Run(run))
      case .interactive: .interactive
      }
    var pages: [NavigationState.Page] = []
    for (index, page) in proto.pages.enumerated() {
      pages.append(try NavigationState.Page(page, "navigation.pages[\(index)]"))
    }
    self.init(
      phase: phase, pages: pages, number: proto.number,
      last: try TransitionOutcome(optional: proto.last, "navigation.last"))
  }

  func proto(generation: UInt32) -> Interaction_V1_NavigationStackState {
    .with {
      switch self.phase {
      case .idle: break
      case .running(let run): $0.running = run.proto
      case .interactive: $0.interactive = true
      }
      $0.pages = self.pages.map(\.proto)
      $0.number = self.number
      if let last = self.last { $0.last = last.proto }
      $0.generation = generation
    }
  }
}

extension NavigationStack.Run {
  fileprivate init(_ proto: Interaction_V1_TransitionRun) throws(Violation) {
    self.init(
      directive: proto.directive, until: Instant(microseconds: proto.untilUs),
      outcome: try TransitionOutcome(proto.outcome, "navigation.outcome"),
      released: proto.hasReleased
        ? try NavigationState.Page(proto.released, "navigation.released") : nil)
  }

  fileprivate var proto: Interaction_V1_TransitionRun {
    .with {
      $0.directive = self.directive
      $0.untilUs = self.until.microseconds
      $0.outcome = self.outcome.proto
      if let released = self.released { $0.released = released.proto }
    }
  }
}

extension Carousel {
  init(_ proto: Interaction_V1_CarouselState) {
    self.init(
      phase: proto.hasUntilUs ? .waiting(until: Instant(microseconds: proto.untilUs)) : .paused,
      contentWidth: proto.contentWidth)
  }

  var proto: Interaction_V1_CarouselState {
    .with {
      if case .waiting(let until) = self.phase { $0.untilUs = until.microseconds }
      $0.contentWidth = self.contentWidth
    }
  }
}
