public import InteractionCore
package import InteractionWire

/// The experiences that ship inside the binary, so that it runs with no file at all.
public enum BuiltInExperiences {
  /// The home screens by the rules as written and by what the original code did.
  public static var all: [Experience] {
    get throws(ExperienceError) {
      var experiences: [Experience] = []
      for definition in try Self.definitions {
        experiences.append(try Experience(definition))
      }
      return experiences
    }
  }

  /// The same as definitions.
  package static var definitions: [Proto.ExperienceDefinition] {
    get throws(ExperienceError) {
      var definitions: [Proto.ExperienceDefinition] = []
      for bytes in [PackageResources.home_refined_yaml, PackageResources.home_literal_yaml] {
        definitions.append(
          try Proto.ExperienceDefinition(yaml: String(decoding: bytes, as: UTF8.self)))
      }
      return definitions
    }
  }

  /// The built-in experience of that name.
  public static func named(_ name: String) throws(ExperienceError) -> Experience? {
    try Self.all.first { $0.name == name }
  }
}
