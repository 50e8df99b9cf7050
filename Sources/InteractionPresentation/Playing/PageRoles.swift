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

  /// The target that shows `page`, if one does.
  func target(of page: Page) -> Target? {
    if page == self.incoming { return .incomingPage }
    return page == self.outgoing ? .outgoingPage : nil
  }
}

extension PageRoles.Page {
  fileprivate init(top pages: [NavigationState.Page]) {
    self = pages.last.map { .above(pages.count - 1, $0) } ?? .root
  }
}
