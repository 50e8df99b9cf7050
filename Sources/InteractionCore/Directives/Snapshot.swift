/// The whole visible state of a session: all a client needs to draw everything (rule D5).
public struct Snapshot: Hashable, Sendable {
  /// The newest setting of every aspect, in a fixed order.
  public var settings: [Setting]

  public init(settings: [Setting]) {
    self.settings = settings
  }
}

/// What a client that only applies directives knows: the reference for every SDK (rule D1).
public struct ClientModel: Hashable, Sendable {
  private var settings: [Setting]
  private var lastDirective: UInt64

  /// A client that has received `snapshot` and nothing since.
  public init(_ snapshot: Snapshot) {
    self.settings = snapshot.settings
    self.lastDirective = 0
  }

  /// What the client would draw.
  public var snapshot: Snapshot { Snapshot(settings: self.settings) }

  /// Applies a directive; one that is not newer than what is known changes nothing.
  public mutating func apply(_ directive: Directive) {
    let isNewer = directive.sequence > self.lastDirective
    self.lastDirective = max(self.lastDirective, directive.sequence)
    if directive.replacesAll {
      if isNewer { self.settings = directive.settings }
      return
    }
    for new in directive.settings {
      guard let index = self.settings.firstIndex(where: { $0.aspect == new.aspect }) else {
        // What is unknown may be new since the session was opened.
        if case .unknown = new.aspect { self.settings.append(new) }
        continue
      }
      if new.generation > self.settings[index].generation {
        self.settings[index] = new
      }
    }
  }
}
