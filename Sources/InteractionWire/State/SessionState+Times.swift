import SwiftProtobuf

/// Conversion of stored times, which are relative to `now_us` so that their varints stay short:
/// deadlines as the time until them, a finger's samples as the time since them.
extension Proto.SessionState {
  /// Makes all times relative to `now_us`.
  mutating func countTimesFromNow() {
    let now = self.nowUs
    self.mapTimes(deadline: { $0 &- now }, sample: { now &- $0 })
  }

  /// Makes all times relative to the session's start again.
  mutating func countTimesFromStart() {
    let now = self.nowUs
    self.mapTimes(deadline: { $0 &+ now }, sample: { now &- $0 })
  }

  private mutating func mapTimes(deadline: (Int64) -> Int64, sample: (Int64) -> Int64) {
    for index in self.scrolls.indices {
      if self.scrolls[index].hasRefreshUntilUs {
        self.scrolls[index].refreshUntilUs = deadline(self.scrolls[index].refreshUntilUs)
      }
      switch self.scrolls[index].phase {
      case .coasting(let coasting):
        self.scrolls[index].coasting.untilUs = deadline(coasting.untilUs)
      case .programmaticUntilUs(let until):
        self.scrolls[index].programmaticUntilUs = deadline(until)
      case .dragging, .none: break
      }
    }
    for index in self.toggles.indices {
      if case .returningUntilUs(let until) = self.toggles[index].phase {
        self.toggles[index].returningUntilUs = deadline(until)
      }
    }
    for index in self.carousels.indices where self.carousels[index].hasUntilUs {
      self.carousels[index].untilUs = deadline(self.carousels[index].untilUs)
    }
    if self.hasPendingTab { self.pendingTab.untilUs = deadline(self.pendingTab.untilUs) }
    if self.barTouch.hasDueUs { self.barTouch.dueUs = deadline(self.barTouch.dueUs) }
    if self.barTouch.hasLastTap {
      self.barTouch.lastTap.untilUs = deadline(self.barTouch.lastTap.untilUs)
    }
    if case .running(let run) = self.transition.phase {
      self.transition.running.untilUs = deadline(run.untilUs)
    }
    if case .running(let run) = self.navigation.phase {
      self.navigation.running.untilUs = deadline(run.untilUs)
    }
    switch self.floor.phase {
    case .opening(let run):
      self.floor.opening.untilUs = deadline(run.untilUs)
      if run.followsRelease { self.floor.opening.heldUntilUs = deadline(run.heldUntilUs) }
    case .closing(let run):
      self.floor.closing.untilUs = deadline(run.untilUs)
      if run.followsRelease { self.floor.closing.heldUntilUs = deadline(run.heldUntilUs) }
    default: break
    }
    if self.hasRefreshUntilUs { self.refreshUntilUs = deadline(self.refreshUntilUs) }
    if self.hasPageTouch { self.pageTouch.sampleUs = self.pageTouch.sampleUs.map(sample) }
    if self.hasFloor { self.floor.sampleUs = self.floor.sampleUs.map(sample) }
  }
}
