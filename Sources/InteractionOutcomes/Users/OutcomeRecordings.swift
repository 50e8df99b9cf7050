import InteractionCore
import InteractionTrace
import InteractionWhatIf

/// The contents of a folder of recordings, as outcomes need them.
package struct OutcomeRecordings: Sendable {
  /// The version of a variant in a document.
  struct VersionKey: Hashable, Sendable {
    var document: String
    var variant: String
  }

  /// The experience's name.
  package let experience: String
  /// The recordings with a selection, in the order of the files, each connection once.
  let connections: [RecordedConnection]
  /// The owners of the buckets, by document.
  let owners: [String: BucketOwners]
  /// The recorded versions; of several in one document the first file's.
  let versions: [VersionKey: Experience]
  /// The names of all figures that occur.
  let figures: Set<String>
  /// The number of recordings that do not count, with the index of the first one, by reason.
  let uncounted: [UncountedRecording: UncountedFiles]

  /// The number of files that do not count for one reason.
  struct UncountedFiles: Hashable, Sendable {
    var count = 1
    /// The index of the first one.
    var example: Int
  }

  /// Combines the results of several files.
  ///
  /// - Parameter experience: The experience's name; nil if the folder has one.
  init(_ files: [OutcomeFile], of experience: String?) throws(OutcomesError) {
    let files = files.sorted { $0.index < $1.index }
    let names = Set(files.filter { $0.connection != nil }.map(\.experience)).sorted()
    guard let name = experience ?? names.first else { throw .noSelection(recordings: files.count) }
    guard experience != nil || names.count == 1 else { throw .severalExperiences(names) }
    guard names.contains(name) else { throw .unknownExperience(name, names) }
    var connections: [RecordedConnection] = []
    var owners: [String: BucketOwners] = [:]
    var versions: [VersionKey: Experience] = [:]
    var figures: Set<String> = []
    var uncounted: [UncountedRecording: UncountedFiles] = [:]
    var seen: Set<ConnectionKey> = []
    func leaveOut(_ file: OutcomeFile, _ reason: UncountedRecording) {
      uncounted[reason, default: UncountedFiles(count: 0, example: file.index)].count += 1
    }
    for file in files {
      guard let connection = file.connection else {
        if let reason = file.uncounted { leaveOut(file, reason) }
        continue
      }
      guard file.experience == name else {
        leaveOut(file, .otherExperience)
        continue
      }
      let key = ConnectionKey(
        user: connection.user, session: connection.session, epoch: connection.epoch)
      guard seen.insert(key).inserted else {
        leaveOut(file, .twice)
        continue
      }
      connections.append(connection)
      figures.formUnion(connection.figures.keys.map(\.name))
      if owners[connection.document] == nil { owners[connection.document] = file.owners }
      let version = VersionKey(document: connection.document, variant: connection.variant)
      if !connection.variant.isEmpty, versions[version] == nil { versions[version] = file.version }
    }
    self.experience = name
    self.connections = connections
    self.owners = owners
    self.versions = versions
    self.figures = figures
    self.uncounted = uncounted
  }

  private struct ConnectionKey: Hashable {
    var user: UserKey
    var session: [UInt8]
    var epoch: UInt64
  }
}

/// The contents of one file.
struct OutcomeFile: Sendable {
  /// The index of the file.
  var index: Int
  /// The experience's name; empty if it cannot be read.
  var experience = ""
  var connection: RecordedConnection?
  var owners: BucketOwners?
  var version: Experience?
  /// The reason why the file does not count; nil if it does.
  var uncounted: UncountedRecording?
}
