public import InteractionCore
public import InteractionPresentation

#if canImport(UIKit)
  public import UIKit
#else
  import Foundation
  public import UIKitStandIns
#endif

/// A screen that a session moves: the app's views, its lists, and a clock that runs only while
/// something moves.
@MainActor
public final class InteractionScreen {
  /// The app's views by name.
  public var views: ViewRegistry { self.renderer.views }
  /// What copies scenes onto them.
  public let renderer: SceneRenderer
  /// Carries out what happens once. Lists that are observed have scrolled already.
  public var onEffect: (Effect) -> Void = { _ in }

  private let clock: any FrameClock
  private var surface: SurfaceView?
  private var lists: [SourceID: ScrollViewProxy] = [:]
  /// The lists whose views have their names from ``observe(_:as:)``.
  private var registered: Set<SourceID> = []
  /// The numbers of the newest drags of lists that are observed no more.
  private var drags: [SourceID: UInt32] = [:]
  private var source: (any InteractionSource)?
  private var following: [Task<Void, Never>] = []
  private var isRunning = false
  private var isDrawing = false

  /// - Parameters:
  ///   - canvas: Covers the screen: the view controller's view.
  ///   - clock: Calls for each frame.
  public init(on canvas: UIView, clock: any FrameClock) {
    self.renderer = SceneRenderer(ViewRegistry(), on: canvas)
    self.clock = clock
    self.surface = SurfaceView(covering: canvas) { [weak self] in self?.reportSurface() }
  }

  #if canImport(UIKit)
    /// A screen with the display's clock.
    public convenience init(on canvas: UIView) {
      self.init(on: canvas, clock: DisplayLink())
    }
  #endif

  /// Shows a session from now on, in place of the one before.
  public func open(_ source: any InteractionSource) {
    self.close()
    self.source = source
    self.following = [
      Task { [weak self] in for await _ in source.changes { self?.draw() } },
      Task { [weak self] in for await effect in source.effects { self?.receive(effect) } },
    ]
    self.reportSurface()
    for list in self.lists.values { list.reportAnew() }
    self.draw()
  }

  /// Shows no session any more; the views stay as they are.
  public func close() {
    for task in self.following { task.cancel() }
    (self.following, self.source) = ([], nil)
    self.stop()
  }

  /// Reports a list under its name, from now on; its delegate is the app's again after
  /// ``stopObserving(_:)``. Set the app's delegate before. A list that has no view yet is shown by
  /// `scrollView`, in the place that the app gives it.
  public func observe(_ scrollView: UIScrollView, as source: SourceID) {
    self.stopObserving(source)
    let reporter = ScrollReporter(source, after: self.drags[source] ?? 0)
    let proxy = ScrollViewProxy(scrollView, reporter) { [weak self] in
      self?.report($0) ?? false
    }
    self.lists[source] = proxy
    if self.views[.list(source)] == nil {
      self.views.register(scrollView, as: .list(source), placed: .byApp)
      self.registered.insert(source)
    }
    // Where it stands, if not at its top.
    proxy.receive(.didChangeLayout)
  }

  /// Reports a list no more. Its view loses the name that ``observe(_:as:)`` gave it, and keeps one
  /// from the app.
  public func stopObserving(_ source: SourceID) {
    guard let proxy = self.lists.removeValue(forKey: source) else { return }
    proxy.leave()
    self.drags[source] = proxy.drag
    if self.registered.remove(source) != nil, self.views[.list(source)] === proxy.scrollView {
      self.views.unregister(.list(source))
    }
  }

  /// The app is about to scroll a list with an animation of its own.
  ///
  /// - Parameter contentOffset: The destination, as `setContentOffset(_:animated:)` takes it.
  ///   Without it an animation to where the list already is counts as one that has yet to begin.
  public func willScroll(_ source: SourceID, to contentOffset: Point? = nil) {
    guard let list = self.lists[source], let scrollView = list.scrollView else { return }
    var place = ScrollPlace(scrollView)
    let destination = contentOffset.map { contentOffset in
      place.contentOffset = contentOffset
      return place.offset
    }
    list.receive(.willScroll(to: destination))
  }

  /// The screen disappears: ends what its lists do, and draws no more until something happens.
  public func pause() {
    for list in self.lists.values { list.receive(.didLeaveWindow) }
    self.stop()
  }

  /// Something happens: shows what follows at once, and tells the engine.
  public func send(_ event: Event.Kind) {
    _ = self.report(event)
  }

  /// Sends an event, unless the renderer causes it. Returns whether it was sent.
  private func report(_ event: Event.Kind) -> Bool {
    guard !self.isDrawing, let source = self.source else { return false }
    source.send(event)
    self.draw()
    return true
  }

  /// Reports the surface if the engine knows another.
  private func reportSurface() {
    guard let surface = self.surface, let known = self.source?.environment else { return }
    let environment = Environment(surface)
    guard environment.viewport.width > 0, environment.viewport.height > 0, environment != known
    else { return }
    self.send(.environment(environment))
  }

  private func receive(_ effect: Effect) {
    // What comes with the effect shows first.
    self.draw()
    switch effect {
    case .scrollList(let source, let y, let animated):
      self.scroll(source, y: y, animated: animated)
    case .scrollCarousel(let source, _, let x, let animated):
      self.scroll(source, x: x, animated: animated)
    default: break
    }
    self.onEffect(effect)
  }

  private func scroll(_ source: SourceID, x: Double? = nil, y: Double? = nil, animated: Bool) {
    guard let list = self.lists[source], let scrollView = list.scrollView else { return }
    var place = ScrollPlace(scrollView)
    place.offset = Point(x: x ?? place.offset.x, y: y ?? place.offset.y)
    if animated { list.receive(.willScroll(to: place.offset)) }
    scrollView.setContentOffset(CGPoint(place.contentOffset), animated: animated)
  }

  /// Draws a frame; the clock runs while there will be another.
  private func draw() {
    guard let source = self.source else { return }
    self.isDrawing = true
    self.renderer.show(source.scene())
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
