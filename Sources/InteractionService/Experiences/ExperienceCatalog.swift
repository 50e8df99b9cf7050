package import InteractionCore
import InteractionExperience
import InteractionWire
import Synchronization

/// The experiences that clients can open, by name. A session keeps the version that it opened with,
/// also where it is resumed: the last eight of each name that the folder had stay at hand, and all
/// that the fleet's store has.
@available(InteractionEngine 1.0, *)
package final class ExperienceCatalog: Sendable {
  /// One experience, as it was written and as it was read.
  struct Entry: Sendable {
    let definition: Proto.ExperienceDefinition
    let experience: Experience
    /// `built-in` or a file name.
    let origin: String
  }

  private struct State: Sendable {
    var entries: [String: Entry]
    var versions = ExperienceVersions()
    /// What the fleet's store has, in force or not, by digest.
    var known: [String: Entry] = [:]
    /// What the folder holds.
    var loaded: [Entry] = []
    /// What the fleet has in force.
    var shared: [Entry] = []

    /// The fleet's hide the folder's, and those hide built-in ones.
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

  /// A catalogue of the built-in experiences.
  package init() throws(ExperienceError) {
    var entries: [String: Entry] = [:]
    let builtIn = zip(try BuiltInExperiences.definitions, try BuiltInExperiences.all)
    for (definition, experience) in builtIn {
      entries[experience.name] = Entry(
        definition: definition, experience: experience, origin: "built-in")
    }
    self.builtIn = entries
    var state = State(entries: entries)
    for entry in entries.values { state.versions.add(entry) }
    self.state = Mutex(state)
  }

  /// Puts `loaded` in the place of whatever was loaded before; names may hide built-in ones.
  func replaceLoaded(_ loaded: [Entry]) {
    self.state.withLock { state in
      state.loaded = loaded
      state.renew(over: self.builtIn)
    }
  }

  /// Puts `shared` in the place of whatever the fleet had in force before.
  func replaceShared(_ shared: [Entry]) {
    self.state.withLock { state in
      state.shared = shared
      state.renew(over: self.builtIn)
    }
  }

  /// Keeps a version at hand that the fleet's store has.
  func learn(_ entry: Entry) {
    self.state.withLock { $0.known[entry.experience.digest] = entry }
  }

  /// The fleet's store has a version no longer.
  func forget(_ digest: String) {
    self.state.withLock { $0.known[digest] = nil }
  }

  /// Puts one experience in the place of the one of its name; open sessions keep theirs.
  func replace(_ entry: Entry) {
    self.state.withLock { state in
      state.entries[entry.experience.name] = entry
      state.versions.add(entry)
    }
  }

  /// Keeps versions that the folder had in the past, the oldest first.
  func remember(_ versions: [Entry]) {
    self.state.withLock { state in
      for entry in versions { state.versions.add(entry) }
      // Those in force are the newest.
      for entry in state.entries.values { state.versions.add(entry) }
    }
  }

  /// A version that is or was in force, by its digest.
  func version(_ digest: String) -> Experience? {
    self.versionEntry(digest)?.experience
  }

  /// The same, with how it was written.
  func versionEntry(_ digest: String) -> Entry? {
    self.state.withLock { $0.version(digest) }
  }

  /// All entries, by name.
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
  init(_ definition: Proto.ExperienceDefinition, origin: String) throws(ExperienceError) {
    self.init(
      definition: definition, experience: try Experience(definition), origin: origin)
  }
}
