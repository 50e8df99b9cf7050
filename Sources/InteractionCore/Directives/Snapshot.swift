/// The complete visible state of a session, sufficient for a client to draw everything (rule D5).
public struct Snapshot: Hashable, Sendable {
  /// The newest setting of every aspect, in a fixed order.
  public var settings: [Setting]

  public init(settings: [Setting]) {
    self.settings = settings
  }
}

/// The reference implementation of a client's state: the result of applying directives (rule D1).
public struct ClientModel: Hashable, Sendable {
  private var settings: [Setting]
  private var lastDirective: UInt64

  /// Creates the state of a client that has received only `snapshot`.
  public init(_ snapshot: Snapshot) {
    self.settings = snapshot.settings
    self.lastDirective = 0
  }

  /// The visible state.
  public var snapshot: Snapshot { Snapshot(settings: self.settings) }

  /// Applies a directive; stale settings and a stale snapshot are ignored.
  public mutating func apply(_ directive: Directive) {
    let isNewer = directive.sequence > self.lastDirective
    self.lastDirective = max(self.lastDirective, directive.sequence)
    if directive.replacesAll {
      if isNewer { self.settings = directive.settings }
      return
    }
    for new in directive.settings {
      guard let index = self.settings.firstIndex(where: { $0.aspect == new.aspect }) else {
        // An unknown aspect may have been added after the session was opened.
        if case .unknown = new.aspect { self.settings.append(new) }
        continue
      }
      if new.generation > self.settings[index].generation {
        self.settings[index] = new
      }
    }
  }
}
