import InteractionCore
import InteractionExperience
import InteractionTrace
import InteractionWhatIf
import InteractionWire
import SwiftProtobuf
import Testing

@testable import InteractionOutcomes

/// A session as tests record it.
struct RecordedSession {
  /// The buckets of a document.
  typealias Document = [(variant: String, buckets: [Range<Int>])]

  static let half: Document = [("old", [0 ..< 5_000]), ("new", [5_000 ..< 10_000])]

  var user: String
  var session: String
  var variant = "old"
  var bucket: Int? = 1
  var reason = Interaction_V1_SelectionReason.bucket
  var phase = 1
  var document = "d1"
  var buckets = Self.half
  var epoch: UInt64 = 1
  var start = Instant.zero
  var modified = 0.0
  var rockets: Int64 = 0

  init(_ user: String, _ session: String) {
    self.user = user
    self.session = session
  }

  func with(_ change: (inout RecordedSession) -> Void) -> RecordedSession {
    var session = self
    change(&session)
    return session
  }

  /// Fills in a header.
  func describe(_ header: inout Trace.Header) {
    header.start = self.start
    header.connection = Trace.Connection(
      session: self.session, user: self.user, epoch: self.epoch)
    header.selection = .with {
      $0.variant = self.variant
      $0.reason = self.reason
      if let bucket = self.bucket { $0.bucket = UInt32(bucket) }
      $0.phase = UInt32(self.phase)
      $0.document = self.document
    }
    header.buckets = self.buckets.map { variant, ranges in
      .with {
        $0.variant = variant
        $0.ranges = ranges.map { range in
          .with {
            $0.first = UInt32(range.lowerBound)
            $0.end = UInt32(range.upperBound)
          }
        }
      }
    }
  }

  /// The contents of the file.
  func file(_ index: Int) throws -> OutcomeFile {
    var header = Trace.Header(experience: "home", digest: "digest", surface: .phone)
    self.describe(&header)
    var figures: FigureValues = [:]
    if self.rockets > 0 {
      figures = [.rockets: self.rockets, .sessionsWithRocket: 1, .firstRocket: 2_000_000]
    }
    var file = OutcomeFile(index: index, experience: header.experience)
    file.connection = try RecordedConnection(
      header, figures: figures, file: index, modified: self.modified)
    file.owners = BucketOwners(header.buckets)
    return file
  }

  /// Returns the recordings of a folder.
  static func recordings(_ sessions: [RecordedSession]) throws -> OutcomeRecordings {
    let files = try sessions.enumerated().map { try $1.file($0) }
    return try OutcomeRecordings(files, of: nil)
  }

  static func users(
    _ sessions: [RecordedSession], isLastPhase: Bool = false
  ) throws -> OutcomeUsers {
    try OutcomeUsers(self.recordings(sessions), isLastPhase: isLastPhase)
  }

  /// Returns sessions of as many users of each variant, with rockets.
  static func sessions(
    old: Int, new: Int,
    rockets: (_ user: Int, _ isNew: Bool) -> Int64 = { user, _ in
      Int64(user % 4)
    }
  ) -> [RecordedSession] {
    let first = (0 ..< old).map { user in
      RecordedSession("old-\(user)", "o\(user)").with { $0.rockets = rockets(user, false) }
    }
    let other = (0 ..< new).map { user in
      RecordedSession("new-\(user)", "n\(user)").with {
        $0.variant = "new"
        $0.bucket = 5_000
        $0.rockets = rockets(user, true)
      }
    }
    return first + other
  }

  /// A recording of a drag to `y` in points, decided by a version.
  func trace(dragTo y: Double, by version: Experience) -> Trace {
    var header = Trace.Header(experience: version.name, surface: .phone)
    self.describe(&header)
    var time = self.start
    func event(_ phase: Scroll.Phase, _ y: Double) -> InteractionEvent {
      time = time + .milliseconds(16)
      return InteractionEvent(
        time: time, kind: .scroll(Scroll(source: SourceID("home"), drag: 1, phase: phase, y: y)))
    }
    let began = event(.began, 0)
    let moves = stride(from: 20.0, through: y, by: 20).map { event(.moved, $0) }
    var trace = Trace(header: header, events: [began] + moves + [event(.cancelled, y)])
    trace = trace.recorded(with: version)
    trace.header.definition = version.definition
    return trace
  }

  /// Returns a version of the home screen with a threshold.
  static func version(threshold: Double) throws -> Experience {
    let home = try BuiltInExperiences.definitions.first { $0.name == "home-refined" }
    var definition = try #require(home)
    definition.toggles[0].threshold = threshold
    return try Experience(definition)
  }
}
