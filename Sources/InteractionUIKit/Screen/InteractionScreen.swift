public import InteractionCore
public import InteractionPresentation

#if canImport(UIKit)
  public import UIKit
#else
  import Foundation
  public import UIKitStandIns
#endif

/// A screen that presents a session: the app's views and lists, and a display link that runs only
/// while something moves.
@MainActor
public final class InteractionScreen {
  /// The app's views, by target.
  public var views: ViewRegistry { self.renderer.views }
  /// The renderer, which copies scenes onto the views.
  public let renderer: SceneRenderer
  /// Makes the views accessible; see *Accessibility*.
  public let accessibility: ScreenAccessibility
  /// Performs one-time effects. Observed lists have already scrolled, and announcements have been
  /// posted.
  public var onEffect: (Effect) -> Void = { _ in }
  /// Replaces values of the surface that the app sets, such as a layout direction of its own; call
  /// ``updateSurface()`` when they change.
  public var adjustSurface: (inout Surface) -> Void = { _ in }

  /// The recognizers of touches.
  let touches: TouchObserver
  private let clock: any FrameSource
  private var observer: SurfaceObserverView?
  private(set) var lists: [SourceID: ScrollDelegateProxy] = [:]
  /// The lists that are shown, of the sources that have several.
  private var shown: [SourceID: String] = [:]
  /// The lists whose views were registered by ``observe(_:as:)``.
  private var registered: Set<SourceID> = []
  /// The newest drag numbers of lists that are no longer observed.
  private var drags: [SourceID: UInt32] = [:]
  /// Returns the wall-clock time, s since 1970; tests replace it.
  var wallClock: () -> Double = { Date().timeIntervalSince1970 }
  private(set) var source: (any InteractionSource)?
  private var following: [Task<Void, Never>] = []
  private var isRunning = false
  private var isDrawing = false

  /// - Parameters:
  ///   - canvas: The view that covers the screen: the view controller's view.
  ///   - clock: The source of frames.
  public init(on canvas: UIView, clock: any FrameSource) {
    let views = ViewRegistry()
    self.renderer = SceneRenderer(views, on: canvas)
    self.accessibility = ScreenAccessibility(views, on: canvas)
    self.clock = clock
    self.touches = TouchObserver(on: canvas)
    self.observer = SurfaceObserverView(covering: canvas) { [weak self] in self?.updateSurface()
    }
    self.touches.report = { [weak self] in self?.send($0) }
    self.accessibility.report = { [weak self] in self?.report($0) ?? false }
    self.touches.isInTransition = { [weak self] in self?.isInTransition ?? false }
  }

  #if canImport(UIKit)
    /// Creates a screen with the display's clock.
    public convenience init(on canvas: UIView) {
      self.init(on: canvas, clock: DisplayLink())
    }
  #endif

  /// Presents a session, in place of the previous one.
  public func open(_ source: any InteractionSource) {
    self.close()
    self.source = source
    self.following = [
      Task { [weak self] in for await _ in source.changes { self?.draw() } },
      Task { [weak self] in for await effect in source.effects { self?.receive(effect) } },
    ]
    self.updateSurface()
    for (source, list) in self.shown.sorted(by: { $0.key.name < $1.key.name }) {
      self.send(.listShown(source, list: list))
    }
    for list in self.lists.values { list.reportAgain() }
    self.draw()
  }

  /// Stops presenting the session; the views stay as they are.
  public func close() {
    self.touches.cancel()
    for task in self.following { task.cancel() }
    (self.following, self.source) = ([], nil)
    self.stop()
  }

  /// Reports a list's scrolls under its ID, until ``stopObserving(_:)`` restores the app's
  /// delegate. Set the app's delegate before. If no view is registered for the list, `scrollView`
  /// is, placed by the app.
  public func observe(
    _ scrollView: UIScrollView, as source: SourceID, callbacks: ListCallbacks = .ofDelegate
  ) {
    self.stopObserving(source)
    let drag = self.drags[source] ?? ScrollReporter.initialDrag(at: self.wallClock())
    let reporter = ScrollReporter(source, after: drag)
    let proxy = ScrollDelegateProxy(scrollView, reporter, callbacks) { [weak self] in
      self?.report($0) ?? false
    }
    self.lists[source] = proxy
    if self.views[.list(source)] == nil {
      self.views.register(scrollView, as: .list(source), placed: .byApp)
      self.registered.insert(source)
    }
    // Reports the initial offset, unless the list is at its top.
    proxy.receive(.didChangeLayout)
  }

  /// Observes another of the lists that lie side by side, which the app shows from now on (rule
  /// S9). Call it for the first one, too.
  public func show(
    _ scrollView: UIScrollView, list: String, of source: SourceID,
    callbacks: ListCallbacks = .ofDelegate
  ) {
    self.stopObserving(source)
    self.shown[source] = list
    self.send(.listShown(source, list: list))
    self.observe(scrollView, as: source, callbacks: callbacks)
    // Engine and presenter know the list's last reported offset only.
    let place = ScrollGeometry(scrollView)
    self.send(
      .scroll(
        Scroll(source: source, phase: .programmaticEnded, x: place.offset.x, y: place.offset.y)))
  }

  /// Stops reporting a list, and removes the registration that ``observe(_:as:)`` made.
  public func stopObserving(_ source: SourceID) {
    guard let proxy = self.lists.removeValue(forKey: source) else { return }
    proxy.restoreDelegate()
    self.drags[source] = proxy.drag
    if self.registered.remove(source) != nil, self.views[.list(source)] === proxy.scrollView {
      self.views.unregister(.list(source))
    }
  }

  /// Announces an animated scroll of a list by the app.
  ///
  /// - Parameter contentOffset: The destination, as for `setContentOffset(_:animated:)`. Without
  ///   it, an animation to the current offset leaves the announcement pending.
  public func willScroll(_ source: SourceID, to contentOffset: Point? = nil) {
    guard let list = self.lists[source], let scrollView = list.scrollView else { return }
    var place = ScrollGeometry(scrollView)
    let destination = contentOffset.map { contentOffset in
      place.contentOffset = contentOffset
      return place.offset
    }
    list.receive(.willScroll(to: destination))
  }

  /// Handles the disappearance of the screen: ends touches and the lists' scrolls, and stops
  /// drawing until the next change.
  public func pause() {
    self.touches.cancel()
    for list in self.lists.values { list.receive(.didLeaveWindow) }
    self.stop()
  }

  /// Draws the current scene, after a pause or when a view was registered.
  public func resume() { self.draw() }

  /// Reports an event, and draws its immediate consequences.
  public func send(_ event: InteractionEvent.Kind) {
    _ = self.report(event)
  }

  /// Sends an event, unless the renderer caused it. Returns whether it was sent.
  private func report(_ event: InteractionEvent.Kind) -> Bool {
    guard !self.isDrawing, let source = self.source else { return false }
    source.send(event)
    self.draw()
    return true
  }

  /// A Boolean value that indicates whether pages above the root come or go.
  private var isInTransition: Bool {
    guard let scene = self.source?.scene() else { return false }
    return scene[.incomingPage] != nil || scene[.outgoingPage] != nil
  }

  /// Reports the surface if it differs from the engine's.
  public func updateSurface() {
    guard let observer = self.observer, let known = self.source?.surface else { return }
    var surface = Surface(observer)
    self.adjustSurface(&surface)
    guard surface.viewport.width > 0, surface.viewport.height > 0, surface != known
    else { return }
    self.send(.surface(surface))
  }

  private func receive(_ effect: Effect) {
    // Draws the changes that came with the effect first.
    self.draw()
    switch effect {
    case .scrollList(let source, let y, let animated):
      self.scroll(source, y: y, animated: animated)
    case .scrollCarousel(let source, _, let x, let animated):
      self.scroll(source, x: x, animated: animated)
    case .announce(let text, let interrupts):
      self.accessibility.announce(text, interrupts: interrupts)
    default: break
    }
    self.onEffect(effect)
  }

  private func scroll(_ source: SourceID, x: Double? = nil, y: Double? = nil, animated: Bool) {
    guard let list = self.lists[source], let scrollView = list.scrollView else { return }
    var place = ScrollGeometry(scrollView)
    place.offset = Point(x: x ?? place.offset.x, y: y ?? place.offset.y)
    if animated { list.receive(.willScroll(to: place.offset)) }
    scrollView.setContentOffset(CGPoint(place.contentOffset), animated: animated)
    // The app's callback may come after that of a later scroll.
    if !animated, list.callbacks == .ofApp { list.receive(.didScroll) }
  }

  /// Draws a frame; the clock runs as long as more follow.
  private func draw() {
    guard let source = self.source else { return }
    self.isDrawing = true
    let scene = source.scene()
    self.renderer.show(scene)
    self.accessibility.show(source.snapshot, in: scene)
    self.isDrawing = false
    if source.nextChange == nil { return self.stop() }
    guard !self.isRunning else { return }
    self.isRunning = true
    self.clock.start { [weak self] in self?.draw() }
  }

  private func stop() {
    guard self.isRunning else { return }
    self.isRunning = false
    self.clock.stop()
  }
}
