package import InteractionCore
import InteractionExperience
package import InteractionTrace
import Synchronization

/// The versions that sessions were recorded with, by digest; each is decoded once.
@available(InteractionEngine 1.0, *)
package final class KnownVersions: Sendable {
  private let versions: Mutex<[String: Experience]>
  /// The maximum number of versions that are kept; a folder rarely has more.
  private static let maximumCount = 64

  package init() {
    let builtIn = (try? BuiltInExperiences.all) ?? []
    self.versions = Mutex(
      Dictionary(builtIn.map { ($0.digest, $0) }, uniquingKeysWith: { first, _ in first }))
  }

  /// Returns the version that a session was recorded with: the recording's own definition, or the
  /// built-in experience. A trace without directives was recorded with none, and gets the built-in
  /// experience of its name.
  package func version(of trace: Trace) throws(UnusableRecording) -> Experience {
    let header = trace.header
    if let known = self.versions.withLock({ $0[header.digest] }) { return known }
    guard let definition = header.definition else {
      if header.digest.isEmpty, let named = try? BuiltInExperiences.named(header.experience) {
        return named
      }
      throw .noDefinition
    }
    do {
      var experience = try Experience(definition)
      // The recorded definition is equivalent, but has no preset: its digest differs.
      experience.digest = header.digest
      self.versions.withLock { versions in
        if versions.count < Self.maximumCount { versions[header.digest] = experience }
      }
      return experience
    } catch {
      throw .invalidDefinition
    }
  }
}

/// The reason why a recording is not compared.
public enum UnusableRecording: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file is no trace.
  case unreadable
  /// The recording is of another experience.
  case otherExperience
  /// The recording has no definition of its experience, and the experience is not built in.
  case noDefinition
  /// The definition in the recording is not valid for this version of the engine.
  case invalidDefinition
  /// The recorded version of the experience decides otherwise than recorded: the engine has
  /// changed, not the experience.
  case engineDiffers
  /// The file is a link to one outside the folder, which is not read.
  case outsideFolder
  /// The recordings before it fill the memory.
  case beyondMemory

  public var description: String {
    switch self {
    case .unreadable: "no trace, or damaged; 'interaction-load print' names the error"
    case .otherExperience: "of an experience with another name"
    case .noDefinition: "without a definition of its experience; record with a newer engine"
    case .invalidDefinition: "with a definition that this engine refuses"
    case .engineDiffers:
      "of an engine that decided otherwise; 'interaction-load replay --local' shows how"
    case .outsideFolder: "with links to files outside the folder; copy them into it"
    case .beyondMemory:
      "beyond the \(RecordingCache.maximumCount) or \(RecordingCache.maximumBytes >> 20) MiB that"
        + " are kept in memory; move some to another folder"
    }
  }
}
