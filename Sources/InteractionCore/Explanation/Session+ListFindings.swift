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
        "S3", subject, "\(word(scroll.phase)) of drag \(scroll.drag) is ignored; \(reason)")
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
    case .joined: "drag \(scroll.drag) begins at \(y) with moved; began is missing"
    case .appeared: "drag \(scroll.drag) is new; began is missing"
    case .dragged: "the finger moves it to \(y)"
    case .lifted: "the finger lifts at \(y)"
    case .slipped: "the finger lifts at \(y) after the drag was cancelled; ignored"
    case .coasted: "it decelerates to \(y)"
    case .settled: "it comes to rest at \(y)"
    case .cancelled: "the drag is cancelled at \(y)"
    case .jumpBegan: "a programmatic scroll begins"
    case .jumped: "the programmatic scroll moves it to \(y)"
    case .jumpEnded: "the programmatic scroll ends at \(y)"
    }
  }
}
