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
        ? "drag \(newest) has begun since"
        : scroll.phase == .began ? "that drag has begun already" : "that drag is over"
      return Finding(
        "S3", subject, "\(word(scroll.phase)) of drag \(scroll.drag) is dropped: \(reason)")
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
    case .joined: "drag \(scroll.drag) begins at \(y), with a moved: its began is missing"
    case .appeared: "drag \(scroll.drag) is new: its began is missing"
    case .dragged: "the finger moves it to \(y)"
    case .lifted: "the finger lifts at \(y)"
    case .slipped: "the finger lifts at \(y), after its drag was given up: it decides nothing"
    case .coasted: "it coasts to \(y)"
    case .settled: "it rests at \(y)"
    case .cancelled: "the drag is cancelled at \(y)"
    case .jumpBegan: "the app begins to move it"
    case .jumped: "the app moves it to \(y)"
    case .jumpEnded: "the app's move ends at \(y)"
    }
  }
}
