package import InteractionCore
import InteractionExperience
import InteractionWire
import Synchronization

/// The experiences that clients can open, by name. A session keeps the version that it opened with,
/// even when it resumes: the last eight versions of each name from the folder are kept, and all of
/// the fleet's store.
@available(InteractionEngine 1.0, *)
package final class ExperienceCatalog: Sendable {
  /// An experience with its definition.
  struct Entry: Sendable {
    let definition: Proto.ExperienceDefinition
    let experience: Experience
    let origin: Origin
  }

  /// The origin of an experience.
  enum Origin: Hashable, Sendable {
    /// Part of the engine.
    case builtIn
    /// The file of this name.
    case file(String)
    /// The fleet's store.
    case fleet
  }

  private struct State: Sendable {
    var entries: [String: Entry]
    var versions = ExperienceVersions()
    /// The versions in the fleet's store, current or not, by digest.
    var known: [String: Entry] = [:]
    /// The current versions of the folder.
    var loaded: [Entry] = []
    /// The current versions of the fleet.
    var shared: [Entry] = []

    /// Rebuilds the entries: the fleet's override the folder's, which override built-in ones.
    mutating func renew(over builtIn: [String: Entry]) {
      self.entries = builtIn
      for entry in self.loaded { self.versions.add(entry) }
      for entry in self.loaded + self.shared { self.entries[entry.experience.name] = entry }
    }

    func version(_ digest: String) -> Entry? {
      self.versions[digest] ?? self.known[digest]
        ?? self.entries.values.first { $0.experience.digest == digest }
    }
  }

  private let builtIn: [String: Entry]
  private let state: Mutex<State>

  /// Creates a catalogue of the built-in experiences.
  package init() throws(ExperienceError) {
    var entries: [String: Entry] = [:]
    let builtIn = zip(try BuiltInExperiences.definitions, try BuiltInExperiences.all)
    for (definition, experience) in builtIn {
      entries[experience.name] = Entry(
        definition: definition, experience: experience, origin: .builtIn)
    }
    self.builtIn = entries
    var state = State(entries: entries)
    for entry in entries.values { state.versions.add(entry) }
    self.state = Mutex(state)
  }

  /// Replaces the folder's experiences, which may override built-in ones by name.
  func replaceLoaded(_ loaded: [Entry]) {
    self.state.withLock { state in
      state.loaded = loaded
      state.renew(over: self.builtIn)
    }
  }

  /// Replaces the fleet's current experiences.
  func replaceShared(_ shared: [Entry]) {
    self.state.withLock { state in
      state.shared = shared
      state.renew(over: self.builtIn)
    }
  }

  /// Adds a version of the fleet's store.
  func learn(_ entry: Entry) {
    self.state.withLock { $0.known[entry.experience.digest] = entry }
  }

  /// Removes a version that is no longer in the fleet's store.
  func forget(_ digest: String) {
    self.state.withLock { $0.known[digest] = nil }
  }

  /// Replaces the experience of a name; open sessions keep theirs.
  func replace(_ entry: Entry) {
    self.state.withLock { state in
      state.entries[entry.experience.name] = entry
      state.versions.add(entry)
    }
  }

  /// Adds former versions of the folder, oldest first.
  func remember(_ versions: [Entry]) {
    self.state.withLock { state in
      for entry in versions { state.versions.add(entry) }
      // Current versions are the newest.
      for entry in state.entries.values { state.versions.add(entry) }
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

  /// All entries, sorted by name.
  var all: [Entry] {
    self.state.withLock { $0.entries.values.sorted { $0.experience.name < $1.experience.name } }
  }

  func entry(named name: String) -> Entry? {
    self.state.withLock { $0.entries[name] }
  }

  func experience(named name: String) -> Experience? {
    self.entry(named: name)?.experience
  }
}

@available(InteractionEngine 1.0, *)
extension ExperienceCatalog.Entry {
  init(_ definition: Proto.ExperienceDefinition, origin: ExperienceCatalog.Origin)
    throws(ExperienceError)
  {
    self.init(
      definition: definition, experience: try Experience(definition), origin: origin)
  }
}
