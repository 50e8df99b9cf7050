package import InteractionCore
import InteractionExperience
import InteractionVariants
import InteractionWire
import Synchronization

/// The experiences that clients can open, by name. A session keeps the version that it opened with,
/// even when it resumes: the last versions of each name from the folder are kept, and all of the
/// fleet's store.
@available(InteractionEngine 1.0, *)
package final class ExperienceCatalog: Sendable {
  private struct State: Sendable {
    /// The current documents, by name.
    var documents: [String: ExperienceDocument]
    var versions = ExperienceVersions()
    /// The documents in the fleet's store, current or not, by digest.
    var known: [String: ExperienceDocument] = [:]
    /// The versions in ``known``, by digest.
    var knownVersions: [String: Entry] = [:]
    /// The current documents of the folder.
    var loaded: [ExperienceDocument] = []
    /// The current documents of the fleet.
    var shared: [ExperienceDocument] = []

    /// Rebuilds the documents: the fleet's override the folder's, which override built-in ones.
    mutating func renew(over builtIn: [String: ExperienceDocument]) {
      self.documents = builtIn
      for document in self.loaded { self.versions.add(document) }
      for document in self.loaded + self.shared { self.documents[document.name] = document }
    }

    func version(_ digest: String) -> Entry? {
      self.versions[digest] ?? self.knownVersions[digest]
        ?? self.documents.values.lazy.flatMap(\.entries).first { $0.experience.digest == digest }
    }

    mutating func indexKnown() {
      self.knownVersions = [:]
      for entry in self.known.values.flatMap(\.entries) {
        self.knownVersions[entry.experience.digest] = entry
      }
    }
  }

  /// The variants that are switched off.
  let killSwitches = KillSwitches()
  private let builtIn: [String: ExperienceDocument]
  private let state: Mutex<State>

  /// Creates a catalogue of the built-in experiences.
  package init() throws(ExperienceError) {
    var documents: [String: ExperienceDocument] = [:]
    let builtIn = zip(try BuiltInExperiences.definitions, try BuiltInExperiences.all)
    for (definition, experience) in builtIn {
      documents[experience.name] = .experience(
        Entry(definition: definition, experience: experience, origin: .builtIn))
    }
    self.builtIn = documents
    var state = State(documents: documents)
    for document in documents.values { state.versions.add(document) }
    self.state = Mutex(state)
  }

  /// Replaces the folder's documents, which may override built-in experiences by name.
  func replaceLoaded(_ loaded: [ExperienceDocument]) {
    self.state.withLock { state in
      state.loaded = loaded
      state.renew(over: self.builtIn)
    }
  }

  /// Replaces the fleet's current documents.
  func replaceShared(_ shared: [ExperienceDocument]) {
    self.state.withLock { state in
      state.shared = shared
      state.renew(over: self.builtIn)
    }
  }

  /// Adds a document of the fleet's store.
  func learn(_ document: ExperienceDocument) {
    self.state.withLock { state in
      state.known[document.digest] = document
      for entry in document.entries { state.knownVersions[entry.experience.digest] = entry }
    }
  }

  /// Removes a document that is no longer in the fleet's store.
  func forget(_ digest: String) {
    self.state.withLock { state in
      state.known[digest] = nil
      state.indexKnown()
    }
  }

  /// Replaces the experience of a name; open sessions keep theirs.
  func replace(_ entry: Entry) {
    self.state.withLock { state in
      state.documents[entry.experience.name] = .experience(entry)
      state.versions.add(entry)
    }
  }

  /// Adds former versions of the folder, oldest first.
  func remember(_ versions: [Entry]) {
    self.state.withLock { state in
      for entry in versions {
        let current = state.documents[entry.experience.name]
        state.versions.add(entry, variants: current?.entries.count ?? 1)
      }
      // Current versions are the newest.
      for document in state.documents.values { state.versions.add(document) }
    }
  }

  /// Returns a current or former version, by its digest.
  func version(_ digest: String) -> Experience? {
    self.versionEntry(digest)?.experience
  }

  /// Returns a current or former version with its definition, by its digest.
  func versionEntry(_ digest: String) -> Entry? {
    self.state.withLock { $0.version(digest) }
  }

  /// Returns a document of the fleet's store, or one that is current though the store has lost it,
  /// by its digest.
  func known(_ digest: String) -> ExperienceDocument? {
    self.state.withLock { state in
      state.known[digest] ?? state.shared.first { $0.digest == digest }
    }
  }

  /// Returns a current document of variants, by the beginning of its digest.
  func variants(named name: String, document prefix: String) -> VariantSet? {
    let variants = self.document(named: name)?.variants
    return variants.flatMap { $0.digest.hasPrefix(prefix) ? $0 : nil }
  }

  /// All documents, sorted by name.
  var all: [ExperienceDocument] {
    self.state.withLock { $0.documents.values.sorted { $0.name < $1.name } }
  }

  func document(named name: String) -> ExperienceDocument? {
    self.state.withLock { $0.documents[name] }
  }

  /// Returns the version of a name; of variants the first one's.
  func entry(named name: String) -> Entry? { self.document(named: name)?.first }

  func experience(named name: String) -> Experience? {
    self.entry(named: name)?.experience
  }
}
