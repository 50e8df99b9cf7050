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
    if case .snapshot(let snapshot) = directive.action, directive.sequence > self.lastDirective {
      self.settings = snapshot.settings
    }
    self.lastDirective = max(self.lastDirective, directive.sequence)
    for new in directive.settings {
      guard let index = self.settings.firstIndex(where: { $0.aspect == new.aspect }) else {
        continue
      }
      if new.generation > self.settings[index].generation {
        self.settings[index] = new
      }
    }
  }
}
