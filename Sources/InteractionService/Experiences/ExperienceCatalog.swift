import InteractionCore
package import InteractionExperience
import InteractionWire
import Synchronization

/// The experiences that clients can open, by name. A session keeps the version that it opened with.
package final class ExperienceCatalog: Sendable {
  /// One experience, as it was written and as it was read.
  struct Entry: Sendable {
    let definition: Proto.ExperienceDefinition
    let experience: Experience
    /// `built-in` or a file name.
    let origin: String

    init(_ definition: Proto.ExperienceDefinition, origin: String) throws(ExperienceError) {
      self.definition = definition
      self.experience = try Experience(definition)
      self.origin = origin
    }
  }

  private let builtIn: [String: Entry]
  private let entries: Mutex<[String: Entry]>

  /// A catalogue of the built-in experiences.
  package init() throws(ExperienceError) {
    var entries: [String: Entry] = [:]
    for definition in try BuiltInExperiences.definitions {
      entries[definition.name] = try Entry(definition, origin: "built-in")
    }
    self.builtIn = entries
    self.entries = Mutex(entries)
  }

  /// Puts `loaded` in the place of whatever was loaded before; names may hide built-in ones.
  func replaceLoaded(_ loaded: [Entry]) {
    var entries = self.builtIn
    for entry in loaded { entries[entry.experience.name] = entry }
    self.entries.withLock { $0 = entries }
  }

  /// All entries, by name.
  var all: [Entry] {
    self.entries.withLock { $0.values.sorted { $0.experience.name < $1.experience.name } }
  }

  func entry(named name: String) -> Entry? {
    self.entries.withLock { $0[name] }
  }

  func experience(named name: String) -> Experience? {
    self.entry(named: name)?.experience
  }
}
