public import InteractionCore
package import InteractionWire

/// The experiences that ship inside the binary, so that it runs with no file at all.
public enum BuiltInExperiences {
  /// The home screens by the rules as written and by what the original code did, and a sample of
  /// each of the seven systems.
  public static var all: [Experience] {
    get throws(ExperienceError) { try Self.read.get().experiences }
  }

  /// The same as definitions.
  package static var definitions: [Proto.ExperienceDefinition] {
    get throws(ExperienceError) { try Self.read.get().definitions }
  }

  /// The same as they are written.
  package static var texts: [String] { Self.files.map { String(decoding: $0, as: UTF8.self) } }

  /// Read once for a process.
  private static let read = Result { () throws(ExperienceError) in
    var definitions: [Proto.ExperienceDefinition] = []
    var experiences: [Experience] = []
    for text in Self.texts {
      let definition = try Proto.ExperienceDefinition(yaml: text)
      definitions.append(definition)
      experiences.append(try Experience(definition))
    }
    return (definitions: definitions, experiences: experiences)
  }

  private static var files: [[UInt8]] {
    [
      PackageResources.home_refined_yaml, PackageResources.home_literal_yaml,
      PackageResources.big_logo_yaml, PackageResources.dancing_tabs_yaml,
      PackageResources.window_navigation_yaml, PackageResources.extended_tabs_yaml,
      PackageResources.button_bar_yaml, PackageResources.tap_bar_yaml,
      PackageResources.second_floor_yaml,
    ]
  }

  /// The built-in experience of that name.
  public static func named(_ name: String) throws(ExperienceError) -> Experience? {
    try Self.all.first { $0.name == name }
  }
}
