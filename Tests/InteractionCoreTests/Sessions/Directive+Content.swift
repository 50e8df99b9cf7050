import InteractionCore

extension Directive {
  /// What a directive says, without its number, its cause and its time.
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

  /// The settings that the directive changes one by one: a snapshot changes none.
  var changes: [Setting] { self.replacesAll ? [] : self.settings }
}

extension Directive.Content {
  /// A directive that refuses something and does nothing else.
  static func refusal(_ request: Refusal.Request, _ reason: Refusal.Reason) -> Self {
    Self(effects: [.refusal(Refusal(request: request, reason: reason))])
  }
}
