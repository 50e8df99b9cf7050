import InteractionCore

extension LoadPlan {
  /// What would be played, line by line.
  package var lines: [String] {
    let weights = self.scripts.scripts.reduce(0) { $0 + $1.weight }
    let scripts = self.scripts.scripts.map { script, weight in
      let seconds = Double(script.duration.microseconds) / 1e6
      let rate = seconds > 0 ? Double(script.events) / seconds : 0
      return "\(script.name): \(LoadWords.plain(weight / weights * 100)) % of the sessions,"
        + " \(script.events) events in \(script.frames.count) frames and"
        + " \(LoadWords.plain(seconds)) s (\(LoadWords.plain(rate)) per second),"
        + " \(script.skipped) samples left out, \(script.answers.count) directives"
    }
    let what = self.shape == .closed ? "sessions" : "sessions a second"
    let stages = self.stages.map {
      "\($0.isStep ? "" : "to ")\(LoadWords.plain($0.level)) \(what) in"
        + " \(LoadWords.plain(Double($0.duration.nanoseconds) / 1e9)) s"
    }
    return scripts + stages
      + ["\(self.connections) connections to \(self.target), \(self.threads) threads"]
  }
}
