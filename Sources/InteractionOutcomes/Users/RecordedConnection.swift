import InteractionCore
import InteractionTrace
import InteractionWhatIf
import InteractionWire

/// The facts of one recording: a connection of a session.
struct RecordedConnection: Hashable, Sendable {
  /// The index of the file.
  var file: Int
  /// The time of the file's last change, seconds: about the end of the connection.
  var modified: Double
  var user: UserKey
  /// The UTF-8 bytes of the session's name.
  var session: [UInt8]
  /// The number of the connection, from 1.
  var epoch: UInt64
  /// The session time of the opening.
  var start: Instant
  /// The variant; empty for a session that is in none.
  var variant: String
  var reason: Interaction_V1_SelectionReason
  var bucket: Int?
  var phase: Int
  /// The digest of the document.
  var document: String
  /// The digest of the experience's definition.
  var version: String
  /// The figures as recorded.
  var figures: FigureValues
  /// True if the session was moved to another version.
  var isMoved = false

  /// - Throws: The reason why the recording does not count.
  init(
    _ header: Trace.Header, figures: FigureValues, file: Int, modified: Double
  ) throws(UncountedRecording) {
    guard let selection = header.selection, selection.reason != .unspecified else {
      throw .noSelection
    }
    guard let connection = header.connection else { throw .noSession }
    self.file = file
    self.modified = modified
    self.user = UserKey(user: connection.user, session: connection.session)
    self.session = Array(connection.session.utf8)
    self.epoch = connection.epoch
    self.start = header.start
    self.variant = selection.variant
    self.reason = selection.reason
    self.bucket = selection.hasBucket ? Int(selection.bucket) : nil
    self.phase = Int(selection.phase)
    self.document = selection.document
    self.version = header.digest
    self.figures = figures
  }
}

/// The reason why a recording, or a session, does not count.
enum UncountedRecording: Error, Hashable, Sendable {
  case unusable(UnusableRecording)
  /// The experience had one version.
  case noSelection
  /// The recording names no session: an engine did not write it.
  case noSession
  /// Another file has the same connection of the same session.
  case twice
  case otherExperience
  /// The session did not get its variant by its bucket.
  case notByBucket(Interaction_V1_SelectionReason)
  case earlierPhase
  /// The session was moved to another version, variant or phase.
  case moved
  /// No recording of the document has its buckets.
  case unknownBuckets
  /// The user's sessions have several buckets.
  case severalBuckets
  /// The bucket had several owners, or none, in the documents of the recordings.
  case severalOwners
}

extension UncountedRecording: CustomStringConvertible {
  var description: String {
    switch self {
    case .unusable(let reason): "\(reason)"
    case .noSelection: "of an experience without variants"
    case .noSession: "without the session's name; use recordings of an engine"
    case .twice: "that another file repeats"
    case .otherExperience: "of another experience"
    case .notByBucket(let reason): "not selected by bucket: \(reason.words)"
    case .earlierPhase: "of an earlier phase"
    case .moved: "moved to another version while they were open"
    case .unknownBuckets: "of a document whose buckets no recording has"
    case .severalBuckets: "of users whose sessions have several buckets"
    case .severalOwners:
      "of buckets without one owner throughout; '--phase last' takes the last phase alone"
    }
  }
}

extension Interaction_V1_SelectionReason {
  fileprivate var words: String {
    switch self {
    case .bucket: "bucket"
    case .noOwner: "no variant owns the bucket"
    case .holdout: "holdout"
    case .condition: "a condition is not fulfilled"
    case .namedUser: "a variant names the user"
    case .tester: "a tester asked for the variant"
    case .moved: "an operator moved the session"
    case .killed: "the variant is switched off"
    case .unspecified, .UNRECOGNIZED: "unknown"
    }
  }
}
