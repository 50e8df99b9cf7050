import InteractionCore

/// Which pages come and go while pages above the root change.
struct PageRoles: Hashable, Sendable {
  /// A page.
  enum Page: Hashable, Sendable {
    /// What lies below all pages.
    case root
    /// A page above it, counted from 0.
    case above(Int, NavigationState.Page)
  }

  var outgoing: Page
  var incoming: Page
  /// Whether the page that leaves lies above the one that comes.
  var isBack: Bool

  /// Between two states of the pages.
  init(from old: [NavigationState.Page], to new: [NavigationState.Page]) {
    self.outgoing = Page(top: old)
    self.incoming = Page(top: new)
    self.isBack = new.count < old.count
  }

  /// While a finger moves pages that have not changed yet.
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

  /// The page that lies lower.
  var lower: Page { self.isBack ? self.incoming : self.outgoing }

  /// How many pages lie under both.
  var level: Int { min(self.incoming.level, self.outgoing.level) }

  /// The page that `target` shows, if it shows one.
  func page(of target: Target) -> Page? {
    switch target {
    case .incomingPage: self.incoming
    case .outgoingPage: self.outgoing
    default: nil
    }
  }

  /// The target that shows `page`, if one does.
  func target(of page: Page) -> Target? {
    if page == self.incoming { return .incomingPage }
    return page == self.outgoing ? .outgoingPage : nil
  }
}

extension PageRoles.Page {
  /// How many pages lie under it.
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
