import InteractionCore

extension Directive {
  /// A directive without its number, cause and time.
  struct Content: Hashable {
    var replacesAll = false
    var settings: [Setting] = []
    var timeline: Timeline?
    var effects: [Effect] = []
  }

  var content: Content {
    Content(
      replacesAll: self.replacesAll, settings: self.settings, timeline: self.timeline,
      effects: self.effects)
  }

  /// The settings that the directive changes individually; none for a snapshot.
  var changes: [Setting] { self.replacesAll ? [] : self.settings }
}

extension Directive.Content {
  /// Returns a directive with a refusal and nothing else.
  static func refusal(_ request: Refusal.Request, _ reason: Refusal.Reason) -> Self {
    Self(effects: [.refusal(Refusal(request: request, reason: reason))])
  }
}
