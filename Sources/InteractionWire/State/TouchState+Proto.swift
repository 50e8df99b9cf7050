import InteractionCore
import SwiftProtobuf

extension TabBarTouch {
  init(_ proto: Interaction_Storage_V1_BarTouchState) {
    let due = proto.hasDueUs ? Instant(microseconds: proto.dueUs) : nil
    let phase: Phase =
      switch proto.phase {
      case .none: .idle
      case .down(let finger): .down(Finger(finger), due: due)
      case .strayed(let finger): .movedBeyondSlop(Finger(finger))
      case .pressed(let finger): .pressed(Finger(finger), hasMoved: proto.moved)
      }
    self.init(phase: phase, lastTap: proto.hasLastTap ? Tap(proto.lastTap) : nil)
  }

  var proto: Interaction_Storage_V1_BarTouchState {
    .with {
      switch self.phase {
      case .idle:
        break
      case .down(let finger, let due):
        $0.down = finger.proto
        if let due { $0.dueUs = due.microseconds }
      case .movedBeyondSlop(let finger):
        $0.strayed = finger.proto
      case .pressed(let finger, let hasMoved):
        $0.pressed = finger.proto
        $0.moved = hasMoved
      }
      if let tap = self.lastTap {
        $0.lastTap.tab = Int32(clamping: tap.tab)
        $0.lastTap.untilUs = tap.until.microseconds
        $0.lastTap.waits = tap.isDelayed
      }
    }
  }
}

extension TabBarTouch.Tap {
  fileprivate init(_ proto: Interaction_Storage_V1_TapState) {
    self.init(
      tab: Int(proto.tab), until: Instant(microseconds: proto.untilUs), isDelayed: proto.waits)
  }
}

extension TabBarTouch.Finger {
  fileprivate init(_ proto: Interaction_Storage_V1_FingerState) {
    self.init(pointer: proto.pointer, tab: Int(proto.tab), start: Point(x: proto.x, y: proto.y))
  }

  fileprivate var proto: Interaction_Storage_V1_FingerState {
    .with {
      $0.pointer = self.pointer
      $0.tab = Int32(clamping: self.tab)
      $0.x = self.start.x
      $0.y = self.start.y
    }
  }
}

extension LongPress {
  init(_ proto: Interaction_Storage_V1_LongPressState) throws(Violation) {
    self.init(
      tab: proto.hasTab ? Int(proto.tab) : nil,
      phase: try PressState.Phase(proto.phase, "long_press.phase"), isMenuOpen: proto.menuOpen)
  }

  func proto(generation: UInt32) -> Interaction_Storage_V1_LongPressState {
    .with {
      if let tab = self.tab { $0.tab = Int32(clamping: tab) }
      $0.phase = self.phase.proto
      $0.menuOpen = self.isMenuOpen
      $0.generation = generation
    }
  }
}

extension PageTouch {
  init(_ proto: Interaction_Storage_V1_PageTouchState) throws(Violation) {
    let phase: Phase =
      switch proto.phase {
      case .none: .idle
      case .possible(let finger): .possible(try Finger(finger))
      case .dragging(let finger): .dragging(try Finger(finger))
      case .failed(let finger): .failed(try Finger(finger))
      }
    self.init(
      phase: phase,
      velocity: VelocityTracker(times: proto.sampleUs, positions: proto.samplePosition))
  }

  var proto: Interaction_Storage_V1_PageTouchState {
    .with {
      switch self.phase {
      case .idle: break
      case .possible(let finger): $0.possible = finger.proto
      case .dragging(let finger): $0.dragging = finger.proto
      case .failed(let finger): $0.failed = finger.proto
      }
      $0.sampleUs = self.velocity.samples.map { $0.time.microseconds }
      $0.samplePosition = self.velocity.samples.map { $0.position }
    }
  }
}

extension PageTouch.Finger {
  fileprivate init(_ proto: Interaction_Storage_V1_FingerState) throws(Violation) {
    self.init(
      pointer: proto.pointer, subject: try PageDrag.Subject(proto.subject, "page_touch.subject"),
      start: Point(x: proto.x, y: proto.y))
  }

  fileprivate var proto: Interaction_Storage_V1_FingerState {
    .with {
      $0.pointer = self.pointer
      $0.subject = self.subject.proto
      $0.x = self.start.x
      $0.y = self.start.y
    }
  }
}

extension VelocityTracker {
  init(times: [Int64], positions: [Double]) {
    self.init(
      samples: zip(times, positions).map { us, position in
        Sample(time: Instant(microseconds: us), position: position)
      })
  }
}
