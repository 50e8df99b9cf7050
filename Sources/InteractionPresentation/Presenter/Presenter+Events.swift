public import InteractionCore

extension Presenter {
  /// Handles an event before the client sends it to the engine. Replaces ``tap(_:at:)`` and
  /// ``report(_:at:)`` for clients that create the event first.
  ///
  /// Send ``reports(until:)`` before the event itself.
  public mutating func handle(_ event: InteractionEvent.Kind, at now: Instant) {
    switch event {
    case .scroll(let scroll): self.handle(scroll, at: now)
    case .pointer(let pointer): self.handle(pointer, at: now)
    case .pageDrag(let drag): self.handle(drag, at: now)
    case .tapTab(let tab): self.tap(tab, at: now)
    case .listShown(let source, let list): self.report(.list(source, name: list), at: now)
    case .surface(let surface): self.report(.surface(surface), at: now)
    default: break
    }
  }

  private mutating func handle(_ scroll: Scroll, at now: Instant) {
    let list = ViewPath.list(scroll.source)
    if scroll.phase == .began { self.report(.touch(list), at: now) }
    self.report(.offset(scroll.source, x: scroll.x, y: scroll.y), at: now)
    if scroll.phase == .ended { self.report(.lift(list), at: now) }
  }

  private mutating func handle(_ pointer: Pointer, at now: Instant) {
    let target = pointer.target.presentedRoute == nil ? pointer.target : .scan
    let position: Double
    switch target {
    case .pageContainer, .backEdge: position = pointer.position.x
    case .scan, .floorPage: position = pointer.position.y
    default: return
    }
    let drag = self.screen.fingers.drag(on: target)
    if pointer.phase == .down {
      // The first finger controls the view; others are ignored.
      guard drag?.isDown != true || drag?.pointer == pointer.id else { return }
      self.report(.touch(target), at: now)
      self.screen.fingers.change(target) { ($0.pointer, $0.start) = (pointer.id, position) }
      return
    }
    guard let drag, drag.isDown, drag.pointer == pointer.id else { return }
    if pointer.phase != .cancelled {
      self.report(.drag(target, translation: position - drag.start), at: now)
    }
    if pointer.phase == .up { self.report(.lift(target), at: now) }
    if pointer.phase == .cancelled { self.report(.cancel(target), at: now) }
  }

  private mutating func handle(_ drag: PageDrag, at now: Instant) {
    let target: ViewPath =
      switch drag.subject {
      case .tabs: .pageContainer
      case .back: .backEdge
      case .scan: .scan
      }
    if drag.phase == .began { self.report(.touch(target), at: now) }
    guard self.screen.fingers.drag(on: target)?.isDown == true else { return }
    if drag.phase != .cancelled {
      self.report(.drag(target, translation: drag.translation), at: now)
    }
    if drag.phase == .ended { self.report(.lift(target), at: now) }
    if drag.phase == .cancelled { self.report(.cancel(target), at: now) }
  }
}
