import InteractionCore

/// Lays out a scene: which elements there are, where, in which order, and what they show. Nothing
/// moves in it yet.
struct SceneBuilder {
  let state: VisibleState
  /// How the bar's items look, taps included (rule T14).
  let items: [SelectionState.Item]
  let environment: Environment
  let performances: [Performance]
  let fingers: Fingers
  /// The pages that come and go above the root.
  let roles: PageRoles?
  private(set) var elements: [Scene.Element] = []

  init(
    _ state: VisibleState, items: [SelectionState.Item], in environment: Environment,
    performances: [Performance], fingers: Fingers, roles: PageRoles?
  ) {
    self.state = state
    self.items = items
    self.environment = environment
    self.performances = performances
    self.fingers = fingers
    self.roles = roles
  }

  /// The whole screen.
  var screen: Rect {
    let size = self.environment.viewport
    return Rect(x: 0, y: 0, width: size.width, height: size.height)
  }

  mutating func add(_ element: Scene.Element) {
    self.elements.append(element)
  }

  mutating func modify(_ index: Int, _ change: (inout Scene.Element) -> Void) {
    change(&self.elements[index])
  }

  /// Whether a view has a part in what plays, or in what a finger does to the pages.
  func plays(_ target: Target) -> Bool {
    self.performances.contains { $0.involves(target) }
      || self.state.pageLinks.contains { $0.target == target }
      || self.captures.contains { $0.capture.target == target }
  }

  /// The links that act, and the performances, in one order: what the app alone knows comes last.
  mutating func build() {
    self.addWindow { builder in
      builder.addPages { builder in
        builder.addFloor()
        builder.addTabPages()
        builder.addOtherLists()
        builder.addBar()
      }
      builder.addFloorPage()
    }
    self.addOthers()
    self.stage()
  }

  /// The window moves over, or under, a picture of itself (rule N1).
  private mutating func addWindow(_ content: (inout SceneBuilder) -> Void) {
    let first = self.elements.count
    content(&self)
    guard self.plays(.window) else { return }
    for index in first ..< self.elements.count where self.elements[index].parent == nil {
      self.elements[index].parent = .window
    }
    self.elements.insert(Scene.Element(.window, frame: self.screen), at: first)
    let isBelow = self.staging.contains { $0.target == .windowSnapshot && $0.level == .below }
    if let picture = self.capture(.windowSnapshot) {
      self.elements.insert(picture, at: isBelow ? first : self.elements.count)
    }
  }

  /// Everything that a timeline or a link moves and no setting knows: the app's own views.
  private mutating func addOthers() {
    let moved =
      self.performances.flatMap { $0.motions.map(\.target) } + self.state.links.map(\.target)
    for target in moved where !self.elements.contains(where: { $0.target == target }) {
      self.add(
        self.capture(target)
          ?? Scene.Element(
            target, isHidden: target == .navigationBar && self.state.floor?.hidesViews == true))
    }
  }

  /// Origins and perspectives.
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
  /// How views are arranged now.
  var staging: [Staging] {
    let played = self.performances.flatMap(\.staging)
    // What goes back from a finger keeps what the finger had.
    return played + (self.state.pulledPages?.staging ?? []).filter { !played.contains($0) }
  }

  /// All pictures that are taken now, with what they are taken for.
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

  /// The picture that stands at `target`, if one is taken.
  func capture(_ target: Target) -> Scene.Element? {
    guard let (capture, number) = self.captures.last(where: { $0.capture.target == target })
    else { return nil }
    return Scene.Element(
      target, frame: capture.frame,
      content: .capture(of: capture.subject, frame: capture.frame, number: number))
  }

  /// Whether pictures stand in for the whole of a view that does not move itself.
  func isReplaced(_ target: Target) -> Bool {
    let covered = self.captures.filter { $0.capture.subject == target }
      .reduce(0) { $0 + $1.capture.frame.width * $1.capture.frame.height }
    let moves = self.performances.contains { $0.motions.contains { $0.target == target } }
    return !moves && covered >= self.screen.width * self.screen.height
  }
}
