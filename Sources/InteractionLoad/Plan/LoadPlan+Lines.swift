import InteractionChaos
import InteractionCore

extension LoadPlan {
  /// The plan, line by line.
  package var lines: [String] {
    let scripts = zip(self.scripts.scripts.map(\.script), self.scripts.shares).map {
      script, share in
      let seconds = Double(script.duration.microseconds) / 1e6
      let rate = seconds > 0 ? Double(script.events) / seconds : 0
      return "\(script.name): \(LoadFormat.number(share * 100)) % of the sessions,"
        + " \(script.events) events in \(script.frames.count) frames and"
        + " \(LoadFormat.number(seconds)) s (\(LoadFormat.number(rate)) per second),"
        + " \(script.skipped) samples skipped, \(script.expectedDirectives.count) directives"
    }
    let what = self.shape == .closed ? "sessions" : "sessions a second"
    let stages = self.stages.map { stage in
      let time = self.isTimed ? " in \(LoadFormat.number(stage.duration.asSeconds)) s" : ""
      return "\(stage.isStep ? "" : "to ")\(LoadFormat.number(stage.level)) \(what)\(time)"
    }
    let total = self.total.map { ["\($0) sessions in all, each to its end"] } ?? []
    let connections =
      switch self.target.wire {
      case .http2: "\(self.connections) connections"
      case .webSocket: "a WebSocket for each session"
      }
    return scripts + stages + total + (self.workLimitWarning.map { ["note: \($0)"] } ?? [])
      + ["\(connections) to \(self.target), \(self.threads) threads"]
  }
}
