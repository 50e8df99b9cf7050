import InteractionCore
import InteractionTrace

extension Trace {
  /// Returns the seconds since the session's start.
  func seconds(_ instant: Instant) -> Double {
    (instant - self.header.start).seconds
  }

  /// All movements, in the order of their first event.
  var movements: [DrawnMovement] {
    var reader = Reader()
    for event in self.events {
      // Late events get the time of the event before them.
      reader.time = max(self.seconds(event.time), reader.time)
      reader.read(event.kind)
    }
    return reader.movements
  }

  /// Groups the events of a session into movements.
  private struct Reader {
    var movements: [DrawnMovement] = []
    var time = -Double.infinity
    /// The active pointers: the indexes of their movement and run, and their start.
    private var fingers: [UInt32: (movement: Int, run: Int, start: Point)] = [:]

    mutating func read(_ kind: InteractionEvent.Kind) {
      switch kind {
      case .scroll(let scroll): self.read(scroll)
      case .pageDrag(let drag): self.read(drag)
      case .pointer(let pointer): self.read(pointer)
      case .listShown(let source, _): self.endRun(of: source)
      default: break
      }
    }

    private mutating func index(of subject: DrawnMovement.Subject) -> Int {
      if let index = self.movements.firstIndex(where: { $0.subject == subject }) { return index }
      self.movements.append(DrawnMovement(subject: subject))
      return self.movements.count - 1
    }

    private mutating func read(_ scroll: Scroll) {
      let index = self.index(of: .list(scroll.source))
      if self.movements[index].runs.last.map({ $0.end != nil }) ?? true {
        self.movements[index].runs.append(DrawnMovement.Run())
      }
      let last = self.movements[index].runs.count - 1
      self.movements[index].runs[last].add(at: self.time, x: scroll.x, y: scroll.y)
      switch scroll.phase {
      case .began: self.movements[index].touches.append((self.time, self.time))
      case .moved, .ended, .cancelled: self.holdOn(index)
      case .decelerating, .settled, .programmaticBegan, .programmaticMoved, .programmaticEnded:
        break
      }
    }

    /// Ends the run of a source's list at the change to another one, whose offset is its own (rule
    /// S9).
    private mutating func endRun(of source: SourceID) {
      guard let index = self.movements.firstIndex(where: { $0.subject == .list(source) }) else {
        return
      }
      let last = self.movements[index].runs.count - 1
      if self.movements[index].runs[last].end == nil {
        self.movements[index].runs[last].end = self.time
      }
    }

    private mutating func read(_ drag: PageDrag) {
      let index = self.index(of: .pages(drag.subject))
      if drag.phase == .began || self.movements[index].runs.isEmpty {
        self.movements[index].runs.append(DrawnMovement.Run())
        self.movements[index].touches.append((self.time, self.time))
      }
      let last = self.movements[index].runs.count - 1
      var place =
        drag.subject == .scan ? Point(x: 0, y: drag.translation) : Point(x: drag.translation, y: 0)
      // A cancelled drag has no position.
      if drag.phase == .cancelled, let former = self.movements[index].runs[last].samples.last {
        place = Point(x: former.x, y: former.y)
      }
      self.movements[index].runs[last].add(at: self.time, x: place.x, y: place.y)
      self.holdOn(index)
    }

    private mutating func read(_ pointer: Pointer) {
      if pointer.phase == .down {
        let parts = pointer.target.path.split(separator: "/")
        let index = self.index(of: .touch(parts.first.map(String.init) ?? ""))
        self.movements[index].runs.append(
          DrawnMovement.Run(label: parts.count > 1 ? pointer.target.path : ""))
        self.movements[index].touches.append((self.time, self.time))
        self.fingers[pointer.id] = (
          index, self.movements[index].runs.count - 1, pointer.position
        )
      }
      guard let finger = self.fingers[pointer.id] else { return }
      self.movements[finger.movement].runs[finger.run].add(
        at: self.time, x: pointer.position.x - finger.start.x,
        y: pointer.position.y - finger.start.y)
      self.movements[finger.movement].touches[finger.run].end = self.time
      if pointer.phase == .up || pointer.phase == .cancelled { self.fingers[pointer.id] = nil }
    }

    /// Extends the newest touch to the current time.
    private mutating func holdOn(_ index: Int) {
      guard let last = self.movements[index].touches.indices.last else { return }
      self.movements[index].touches[last].end = self.time
    }
  }
}
