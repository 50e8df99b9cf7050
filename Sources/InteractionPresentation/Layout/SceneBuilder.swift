import InteractionCore

/// Lays out a scene without motion: its elements, with frames, order and content.
struct SceneBuilder {
  let state: VisibleState
  /// The look of the bar's items, with taps that are not confirmed yet (rule T14).
  let items: [SelectionState.Item]
  let surface: Surface
  let performances: [PlayingAnimation]
  let fingers: TrackedInput
  /// The pages of a page transition; nil if there is none.
  let roles: PageTransitionRoles?
  private(set) var elements: [PresentedScene.Element] = []

  init(
    _ state: VisibleState, items: [SelectionState.Item], in surface: Surface,
    performances: [PlayingAnimation], fingers: TrackedInput, roles: PageTransitionRoles?
  ) {
    self.state = state
    self.items = items
    self.surface = surface
    self.performances = performances
    self.fingers = fingers
    self.roles = roles
  }

  /// The whole screen.
  var screen: Rect {
    let size = self.surface.viewport
    return Rect(x: 0, y: 0, width: size.width, height: size.height)
  }

  mutating func add(_ element: PresentedScene.Element) {
    self.elements.append(element)
  }

  mutating func modify(_ index: Int, _ change: (inout PresentedScene.Element) -> Void) {
    change(&self.elements[index])
  }

  /// Returns whether an animation, a page link or a capture involves a view.
  func animates(_ target: ViewPath) -> Bool {
    self.performances.contains { $0.involves(target) }
      || self.state.pageLinks.contains { $0.target == target }
      || self.captures.contains { $0.capture.target == target }
  }

  /// Builds the elements in drawing order. Views that only the app places come last.
  mutating func build() {
    self.addWindow { builder in
      builder.addPages(
        over: { builder in
          builder.addFloor()
          builder.addTabPages()
          builder.addOtherLists()
        },
        bar: { $0.addBar() })
      builder.addFloorPage()
    }
    self.addOthers()
    self.stage()
  }

  /// Adds the window, above or below its snapshot, if it is animated (rule N1).
  private mutating func addWindow(_ content: (inout SceneBuilder) -> Void) {
    let first = self.elements.count
    content(&self)
    guard self.animates(.window) else { return }
    for index in first ..< self.elements.count where self.elements[index].parent == nil {
      self.elements[index].parent = .window
    }
    self.elements.insert(PresentedScene.Element(.window, frame: self.screen), at: first)
    let isBelow = self.staging.contains { $0.target == .windowSnapshot && $0.level == .below }
    if let picture = self.capture(.windowSnapshot) {
      self.elements.insert(picture, at: isBelow ? first : self.elements.count)
    }
  }

  /// Adds the remaining targets of timelines and links, which are views of the app.
  private mutating func addOthers() {
    let moved =
      self.performances.flatMap { $0.motions.map(\.target) } + self.state.links.map(\.target)
    for target in moved where !self.elements.contains(where: { $0.target == target }) {
      self.add(
        self.capture(target)
          ?? PresentedScene.Element(
            target, isHidden: target == .navigationBar && self.state.floor?.hidesViews == true))
    }
  }

  /// Applies the origins and perspectives of the staging.
  private mutating func stage() {
    for staging in self.staging {
      for index in self.elements.indices where self.elements[index].target == staging.target {
        self.elements[index].values.origin = staging.origin
        self.elements[index].values.perspective = staging.perspective
      }
    }
  }
}

extension SceneBuilder {
  /// The current staging of the views.
  var staging: [Staging] {
    let played = self.performances.flatMap(\.staging)
    // A page that returns after a drag keeps the staging of the drag.
    return played + (self.state.pulledPages?.staging ?? []).filter { !played.contains($0) }
  }

  /// The current captures, each with the number of its directive or navigation.
  var captures: [(capture: Capture, number: UInt64)] {
    var captures: [(Capture, UInt64)] = []
    if let pages = self.state.pulledPages {
      captures += pages.captures.map { ($0, UInt64(pages.number)) }
    }
    for performance in self.performances {
      captures += performance.captures.map { ($0, performance.captureNumber) }
    }
    return captures
  }

  /// Returns the element of a captured snapshot; nil if `target` is none.
  func capture(_ target: ViewPath) -> PresentedScene.Element? {
    guard let (capture, number) = self.captures.last(where: { $0.capture.target == target })
    else { return nil }
    return PresentedScene.Element(
      target, frame: capture.frame,
      content: .capture(of: capture.subject, frame: capture.frame, number: number))
  }

  /// Returns whether snapshots cover the whole of a view that does not move itself.
  func isReplaced(_ target: ViewPath) -> Bool {
    let covered = self.captures.filter { $0.capture.subject == target }
      .reduce(0) { $0 + $1.capture.frame.width * $1.capture.frame.height }
    let moves = self.performances.contains { $0.motions.contains { $0.target == target } }
    return !moves && covered >= self.screen.width * self.screen.height
  }
}
