extension Session {
  /// Returns the finding about a scroll event that the tracker has handled (rule S3).
  func finding(
    about scroll: Scroll, from source: Int, after steps: ScrollTracker.Steps
  ) -> Finding {
    let subject = "list \(scroll.source)"
    guard let first = steps.first else {
      let newest = self.state.scrolls[source].newest ?? 0
      let reason =
        scroll.drag < newest
        ? "drag \(newest) is newer"
        : scroll.phase == .began ? "the drag has already begun" : "the drag has ended"
      return Finding(
        "S3", subject, "\(wireName(scroll.phase)) of drag \(scroll.drag) is ignored; \(reason)")
    }
    let words = [first, steps.second].compactMap { $0?.text(scroll) }
    return Finding("S3", subject, words.joined(separator: "; "))
  }
}

extension ScrollTracker.Step {
  fileprivate func text(_ scroll: Scroll) -> String {
    let y = "\(plain(scroll.y)) pt"
    return switch self {
    case .began: "drag \(scroll.drag) begins at \(y)"
    case .resumed: "drag \(scroll.drag) begins at \(y) with moved; began is missing"
    case .beganUnreported: "drag \(scroll.drag) is new; began is missing"
    case .moved: "the finger moves it to \(y)"
    case .ended: "the finger lifts at \(y)"
    case .endedAfterRelease: "the finger lifts at \(y) after the drag was cancelled; ignored"
    case .decelerated: "it decelerates to \(y)"
    case .settled: "it comes to rest at \(y)"
    case .cancelled: "the drag is cancelled at \(y)"
    case .programmaticBegan: "a programmatic scroll begins"
    case .programmaticMoved: "the programmatic scroll moves it to \(y)"
    case .programmaticEnded: "the programmatic scroll ends at \(y)"
    }
  }
}
