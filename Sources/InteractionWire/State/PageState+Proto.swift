import InteractionCore
import SwiftProtobuf

extension TabTransition {
  init(_ proto: Interaction_Storage_V1_TabTransitionState) throws(Violation) {
    let phase: Phase =
      switch proto.phase {
      case .none: .idle
      case .running(let run): .running(try TransitionAnimation(run))
      case .interactive(let pair): .interactive(from: Int(pair.leaving), to: Int(pair.coming))
      }
    self.init(
      phase: phase, number: proto.number, last: proto.hasLast ? try Completion(proto.last) : nil,
      isDragged: proto.dragged, swipes: proto.swipes, hasSwitched: proto.switched)
  }

  func proto(generation: UInt32) -> Interaction_Storage_V1_TabTransitionState {
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

extension Interaction_Storage_V1_TabPair {
  fileprivate init(from: Int, to: Int) {
    self.init()
    self.leaving = Int32(clamping: from)
    self.coming = Int32(clamping: to)
  }
}

extension TabTransition.TransitionAnimation {
  fileprivate init(_ proto: Interaction_Storage_V1_TransitionRun) throws(Violation) {
    self.init(
      from: Int(proto.tabs.leaving), to: Int(proto.tabs.coming), directive: proto.directive,
      until: Instant(microseconds: proto.untilUs),
      outcome: try TransitionOutcome(proto.outcome, "transition.outcome"),
      followsRelease: proto.followsRelease)
  }

  fileprivate var proto: Interaction_Storage_V1_TransitionRun {
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
  fileprivate init(_ proto: Interaction_Storage_V1_TransitionEnd) throws(Violation) {
    let (from, to) = (Int(proto.tabs.leaving), Int(proto.tabs.coming))
    self.init(
      number: proto.number, from: from, to: to,
      outcome: try TransitionOutcome(proto.outcome, "transition.last.outcome"),
      reset: proto.resetsOne ? [from] : [from, to])
  }

  fileprivate var proto: Interaction_Storage_V1_TransitionEnd {
    .with {
      $0.number = self.number
      $0.tabs = .init(from: self.from, to: self.to)
      $0.outcome = self.outcome.proto
      $0.resetsOne = self.reset.count == 1
    }
  }
}

extension NavigationStack {
  init(_ proto: Interaction_Storage_V1_NavigationStackState) throws(Violation) {
    let phase: Phase =
      switch proto.phase {
      case .none: .idle
      case .running(let run): .running(try NavigationAnimation(run))
      case .interactive: .interactive(.popping)
      case .presenting(let route): .interactive(.presenting(route: route))
      case .dismissing: .interactive(.dismissing)
      }
    self.init(
      phase: phase,
      pages: try proto.pages.map { page throws(Violation) in try NavigationState.Page(page) },
      number: proto.number,
      last: try TransitionOutcome(optional: proto.last, "navigation.last"),
      change: proto.hasChange ? NavigationState.Change(proto.change) : nil,
      kept: try proto.tabPages.map { kept throws(Violation) in
        NavigationState.TabPages(
          tab: Int(kept.tab),
          pages: try kept.pages.map { page throws(Violation) in try NavigationState.Page(page) })
      })
    if self.change?.route.isEmpty == true {
      let route = self.defaultChangeRoute
      self.change?.route = route
    }
  }

  func proto(generation: UInt32) -> Interaction_Storage_V1_NavigationStackState {
    .with {
      switch self.phase {
      case .idle: break
      case .running(let run): $0.running = run.proto
      case .interactive(.popping): $0.interactive = .init()
      case .interactive(.presenting(let route)): $0.presenting = route
      case .interactive(.dismissing): $0.dismissing = .init()
      }
      $0.pages = self.pages.map { $0.stored }
      $0.number = self.number
      if let last = self.last { $0.last = last.proto }
      if let change = self.change {
        $0.change = change.proto
        if change.route == self.defaultChangeRoute { $0.change.route = "" }
      }
      $0.generation = generation
      $0.tabPages = self.kept.map { kept in
        .with {
          $0.tab = Int32(clamping: kept.tab)
          $0.pages = kept.pages.map { $0.stored }
        }
      }
    }
  }
}

extension NavigationStack {
  /// The probable route of the newest change, which then is not stored twice.
  fileprivate var defaultChangeRoute: String {
    switch self.phase {
    case .running(let run):
      if case .removed(let page) = run.release { return page.route }
    case .interactive(.presenting(let route)):
      return route
    case .idle, .interactive:
      break
    }
    return self.pages.last?.route ?? ""
  }
}

extension NavigationState.Page {
  fileprivate init(_ proto: Interaction_Storage_V1_PageMemory) throws(Violation) {
    guard proto.keyFrame.isEmpty || proto.keyFrame.count == 4 else {
      throw Violation(
        field: "navigation.pages.key_frame",
        problem: "has \(proto.keyFrame.count) numbers; must have 4")
    }
    self.init(
      route: proto.route, style: try NavigationStyle(proto.style, "navigation.pages.style"),
      isPresented: proto.presented,
      keyFrame: proto.keyFrame.isEmpty
        ? nil
        : Rect(
          x: proto.keyFrame[0], y: proto.keyFrame[1], width: proto.keyFrame[2],
          height: proto.keyFrame[3]),
      keepsBar: proto.keepsBar)
  }

  fileprivate var stored: Interaction_Storage_V1_PageMemory {
    .with {
      $0.route = self.route
      $0.style = self.style.proto
      $0.presented = self.isPresented
      if let frame = self.keyFrame {
        $0.keyFrame = [frame.x, frame.y, frame.width, frame.height]
      }
      $0.keepsBar = self.keepsBar
    }
  }
}

extension NavigationStack.NavigationAnimation {
  fileprivate init(_ proto: Interaction_Storage_V1_TransitionRun) throws(Violation) {
    self.init(
      directive: proto.directive, until: Instant(microseconds: proto.untilUs),
      outcome: try TransitionOutcome(proto.outcome, "navigation.outcome"),
      release: try NavigationStack.ReleasedChange(proto))
  }

  fileprivate var proto: Interaction_Storage_V1_TransitionRun {
    .with {
      $0.directive = self.directive
      $0.untilUs = self.until.microseconds
      $0.outcome = self.outcome.proto
      switch self.release {
      case .removed(let page): $0.released = page.stored
      case .added: $0.brought = true
      case nil: break
      }
    }
  }
}

extension NavigationStack.ReleasedChange {
  /// Converts a release; nil for an animation that none started.
  fileprivate init?(_ proto: Interaction_Storage_V1_TransitionRun) throws(Violation) {
    if proto.hasReleased {
      self = .removed(try NavigationState.Page(proto.released))
    } else if proto.brought {
      self = .added
    } else {
      return nil
    }
  }
}

extension Carousel {
  init(_ proto: Interaction_Storage_V1_CarouselState) {
    self.init(
      phase: proto.hasUntilUs ? .waiting(until: Instant(microseconds: proto.untilUs)) : .paused,
      contentWidth: proto.contentWidth)
  }

  var proto: Interaction_Storage_V1_CarouselState {
    .with {
      if case .waiting(let until) = self.phase { $0.untilUs = until.microseconds }
      $0.contentWidth = self.contentWidth
    }
  }
}
