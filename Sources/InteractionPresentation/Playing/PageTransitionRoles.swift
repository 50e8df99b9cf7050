import InteractionCore

/// The incoming and the outgoing page of a page transition.
struct PageTransitionRoles: Hashable, Sendable {
  /// A page.
  enum Page: Hashable, Sendable {
    /// The view below all pages.
    case root
    /// A page above the root, counted from 0.
    case above(Int, NavigationState.Page)
  }

  var outgoing: Page
  var incoming: Page
  /// A Boolean value that indicates whether the outgoing page is the upper one.
  var isBack: Bool

  /// The roles of a transition from one stack of pages to another.
  init(from old: [NavigationState.Page], to new: [NavigationState.Page]) {
    self.outgoing = Page(top: old)
    self.incoming = Page(top: new)
    self.isBack = new.count < old.count
  }

  /// The roles of an interactive transition, whose pages have not changed yet.
  init(of change: NavigationState.Change, over pages: [NavigationState.Page]) {
    switch change.operation {
    case .pop, .popToRoot, .dismiss:
      self.init(from: pages, to: pages.dropLast())
    case .push, .present:
      let page = NavigationState.Page(
        route: change.route, style: change.style, isPresented: change.operation == .present)
      self.init(from: pages, to: pages + [page])
    }
  }

  /// The lower page.
  var lower: Page { self.isBack ? self.incoming : self.outgoing }

  /// The pages above the root, the lower one first.
  var pages: [NavigationState.Page] {
    let upper = self.isBack ? self.outgoing : self.incoming
    return [self.lower, upper].compactMap { role in
      if case .above(_, let page) = role { page } else { nil }
    }
  }

  /// The number of pages below both.
  var lowerIndex: Int { min(self.incoming.level, self.outgoing.level) }

  /// Returns the page at `target`; nil if it is not a page of the transition.
  func page(of target: ViewPath) -> Page? {
    switch target {
    case .incomingPage: self.incoming
    case .outgoingPage: self.outgoing
    default: nil
    }
  }

  /// Returns the target of `page`; nil if it is not part of the transition.
  func target(of page: Page) -> ViewPath? {
    if page == self.incoming { return .incomingPage }
    return page == self.outgoing ? .outgoingPage : nil
  }
}

extension PageTransitionRoles.Page {
  /// The number of pages below it.
  fileprivate var level: Int {
    switch self {
    case .root: 0
    case .above(let index, _): index
    }
  }

  fileprivate init(top pages: [NavigationState.Page]) {
    self = pages.last.map { .above(pages.count - 1, $0) } ?? .root
  }
}
