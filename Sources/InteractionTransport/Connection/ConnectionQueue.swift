import NIOCore

/// Lets new connections of an event loop begin one after the other, with everything else that the
/// loop has to do in between: ten thousand clients that come at once are heard a little later, and
/// those that are there already do not notice.
struct ConnectionQueue: Sendable {
  private struct Waiting {
    var promises = CircularBuffer<EventLoopPromise<Void>>()
    /// Whether one has begun a moment ago.
    var isBusy = false
  }

  private let loops: [ObjectIdentifier: NIOLoopBoundBox<Waiting>]

  init(loops: some EventLoopGroup) {
    let boxes = loops.makeIterator().map { loop in
      (ObjectIdentifier(loop), NIOLoopBoundBox.makeBoxSendingValue(Waiting(), eventLoop: loop))
    }
    self.loops = Dictionary(uniqueKeysWithValues: boxes)
  }

  /// Succeeds when a connection of `loop` may begin. To be called on it.
  func turn(on loop: any EventLoop) -> EventLoopFuture<Void> {
    guard let box = self.loops[ObjectIdentifier(loop)] else {
      return loop.makeSucceededVoidFuture()
    }
    guard box.value.isBusy else {
      box.value.isBusy = true
      Self.goOn(box, loop)
      return loop.makeSucceededVoidFuture()
    }
    let promise = loop.makePromise(of: Void.self)
    box.value.promises.append(promise)
    return promise.futureResult
  }

  private static func goOn(_ box: NIOLoopBoundBox<Waiting>, _ loop: any EventLoop) {
    loop.scheduleTask(in: ConnectionTurn.pause) {
      guard let next = box.value.promises.popFirst() else {
        box.value.isBusy = false
        return
      }
      Self.goOn(box, loop)
      next.succeed()
    }
  }
}
