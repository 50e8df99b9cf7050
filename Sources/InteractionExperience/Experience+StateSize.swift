public import InteractionCore
import InteractionWire
import SwiftProtobuf

extension Experience {
  /// The maximum size of an encoded session, bytes.
  ///
  /// Together with IDs, counters and a dozen backend commands, it makes a checkpoint of at most 4
  /// KiB.
  public static let maximumStateBytes = 3584

  /// The approximate maximum memory of a session's state, bytes: the value, its arrays and its long
  /// strings, without allocator overhead.
  public var largestStateMemory: Int {
    let state = self.largestSession.state
    func bytes<Element>(_ list: [Element]) -> Int {
      // An array's header takes 32 bytes.
      list.isEmpty ? 0 : 32 + list.count * MemoryLayout<Element>.stride
    }
    func bytes(_ text: String) -> Int {
      // Short strings are stored inline.
      text.utf8.count > 15 ? 32 + text.utf8.count : 0
    }
    let lists =
      bytes(state.scrolls) + bytes(state.toggles) + bytes(state.badges) + bytes(state.carousels)
      + bytes(state.navigation.pages) + bytes(state.pageTouch.velocity.samples)
      + bytes(state.floor.velocity.samples) + bytes(state.generations.toggles)
      + bytes(state.generations.badges)
    let routes = state.navigation.pages.map(\.route) + [state.navigation.change?.route ?? ""]
    let texts =
      routes.reduce(0) { $0 + bytes($1) }
      + state.badges.reduce(0) { sum, badge in
        guard case .text(let text) = badge.content else { return sum }
        return sum + bytes(text)
      }
    return MemoryLayout<Session.State>.stride + lists + texts
  }

  /// The maximum size of an encoded session of this experience, bytes.
  public var largestStateBytes: Int {
    (try? self.largestSession.proto.serializedBytes() as [UInt8])?.count ?? .max
  }

  /// Checks that every session's state fits a checkpoint. Returns the number of bytes that it
  /// leaves for changes of items (rule T18).
  func checkedChangeBytes() throws(ExperienceError) -> Int {
    let size = self.largestStateBytes
    guard size <= Self.maximumStateBytes else {
      let problem =
        "the session state can have \(size) bytes; at most \(Self.maximumStateBytes) are allowed;"
        + " declare fewer tabs with badges, sources or toggles"
      throw ExperienceError(violations: [Violation(field: "", problem: problem)])
    }
    return min(Self.changeBytes, Self.maximumStateBytes - size)
  }

  /// A session with every variable-size value at its maximum. It need not be reachable: no phase of
  /// any state machine encodes to more bytes.
  package var largestSession: Session {
    let surface = Surface(
      viewport: Size(width: 375, height: 812),
      insets: Insets(top: 44, left: 44, bottom: 34, right: 44), scale: 3,
      direction: .rightToLeft, reducedMotion: true, locale: String(repeating: "x", count: 35),
      textScale: 1.5, colorScheme: .dark, increasedContrast: true)
    var state = Session.State(experience: self, in: surface)
    // The varint of a negative number has the maximum length.
    let late = Instant(microseconds: -1)
    // Events may be up to a day late, and deadlines lie within that.
    let due = late + .seconds(86_400)
    let past = Instant(microseconds: -86_400_000_001)
    let largest = UInt64.max
    let samples = (0 ..< VelocityTracker.maximumSamples).map { _ in
      VelocityTracker.Sample(time: past, position: 0.1)
    }
    let last = self.tabBar.items.count - 1
    state.now = late
    state.nextDirective = largest
    state.lateEvents = .max
    state.isForeground = false
    state.hasStarted = true
    for index in state.scrolls.indices {
      let source = self.sources[index].id
      state.scrolls[index] = ScrollTracker(
        phase: .decelerating(drag: .max, until: due), x: 0.1, y: 0.1,
        contentHeight: self.dependsOnContentEnd(of: source) ? 0.1 : nil, newest: .max)
      if self.mayRefresh(source) { state.refreshes[index] = PullRefresh(deadline: due) }
    }
    for index in state.travels.indices {
      state.travels[index] = ScrollTravel(turn: 0.1, extreme: 0.2)
    }
    for (index, source) in self.sources.filter({ !$0.lists.isEmpty }).enumerated() {
      state.pagers[index] = ListPager(
        shown: source.lists.count - 1,
        positions: source.lists.map { _ in
          ListPager.Position(x: 0.1, y: 0.1, contentHeight: 0.1)
        })
    }
    for index in state.toggles.indices {
      state.toggles[index] = ThresholdToggle(phase: .scrollingToTop(until: due), look: .above)
    }
    state.tabBar = TabBar(
      selected: last, previous: last, origin: .restore, isSignedIn: true,
      pending: TabBar.PendingSelection(index: last, condition: .client, until: due), looksOff: true)
    for index in state.badges.indices {
      state.badges[index] = BadgeMachine(
        content: .text(String(repeating: "x", count: EventLimits.badgeText)), isHidden: true,
        dx: 0.1, dy: 0.1, height: 0.1, loop: .breatheLoop)
    }
    state.barTouch = TabBarTouch(
      phase: .down(
        TabBarTouch.Finger(pointer: .max, tab: last, start: Point(x: 0.1, y: 0.1)), due: due),
      lastTap: TabBarTouch.Tap(tab: last, until: due, isDelayed: true))
    state.longPress = LongPress(tab: last, phase: .failed, isMenuOpen: true)
    state.pageTouch = PageTouch(
      phase: .dragging(
        PageTouch.Finger(pointer: .max, subject: .back, start: Point(x: 0.1, y: 0.1))),
      velocity: VelocityTracker(samples: samples))
    state.transition = TabTransition(
      phase: .running(
        TabTransition.TransitionAnimation(
          from: last, to: last, directive: largest, until: due, outcome: .cancelled,
          followsRelease: true)),
      number: .max,
      last: TabTransition.Completion(
        number: .max, from: last, to: last, outcome: .cancelled, reset: [last]),
      isDragged: true, swipes: true, hasSwitched: true)
    state.floor = SecondFloor(
      phase: .opening(
        SecondFloor.Opening(
          directive: largest, until: due, closeRequested: true,
          heldUntil: late + .seconds(-90))),
      asset: Asset(
        slot: FloorDefinition.assetSlot, kind: .animated, size: Size(width: 0.1, height: 0.1)),
      ignoresBounce: true, isOff: true, velocity: VelocityTracker(samples: samples))
    for index in state.carousels.indices {
      state.carousels[index] = Carousel(phase: .waiting(until: due), contentWidth: 0.1)
    }
    if let navigation = self.navigation {
      state.navigation = Self.fullestStack
      if navigation.stacks == .perTab {
        state.navigation.kept = (0 ..< min(last, state.navigation.pages.count)).map { tab in
          NavigationState.TabPages(tab: tab, pages: [state.navigation.pages.removeLast()])
        }
      }
    }
    state.isBarHidden = true
    state.generations = Session.Generations(
      toggles: state.toggles.map { _ in .max }, badges: state.badges.map { _ in .max }, others: .max
    )
    return Session(experience: self, state: state)
  }

  private static var fullestStack: NavigationStack {
    let page = NavigationState.Page(
      route: String(repeating: "x", count: NavigationDefinition.maximumRouteBytes),
      style: .scan, isPresented: true, keyFrame: Rect(x: 0.1, y: 0.1, width: 0.1, height: 0.1))
    // The released page is no longer among the pages.
    return NavigationStack(
      phase: .running(
        NavigationStack.NavigationAnimation(
          directive: .max, until: Instant(microseconds: -1) + .seconds(86_400), outcome: .cancelled,
          release: .removed(page))),
      pages: Array(repeating: page, count: NavigationDefinition.maximumPages - 1),
      number: .max, last: .cancelled,
      change: NavigationState.Change(operation: .dismiss, route: page.route, style: page.style))
  }
}
