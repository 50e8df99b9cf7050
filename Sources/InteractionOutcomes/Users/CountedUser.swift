import InteractionCore
import InteractionWhatIf

/// A session that counts.
struct CountedSession: Hashable, Sendable {
  /// The files of its connections, in order.
  var files: [Int]
  /// The time of its last change, seconds: the order of a user's sessions.
  var modified: Double
  var document: String
  /// The figures of all connections.
  var figures: FigureValues
}

/// A user who counts, with the sessions in order.
struct CountedUser: Hashable, Sendable {
  var key: UserKey
  /// The index of the variant.
  var variant: Int
  var sessions: [CountedSession]
}

extension CountedSession {
  /// Combines the connections of a session, in the order of their numbers.
  init(_ connections: [RecordedConnection]) {
    var figures = connections[0].figures
    for next in connections.dropFirst() {
      figures.addConnection(next.figures, after: next.start - connections[0].start)
    }
    self.init(
      files: connections.map(\.file), modified: connections.map(\.modified).max() ?? 0,
      document: connections[0].document, figures: figures)
  }
}
