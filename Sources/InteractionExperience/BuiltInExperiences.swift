public import InteractionCore
package import InteractionWire

/// The experiences compiled into the binary, which therefore runs without files.
public enum BuiltInExperiences {
  /// The home screen by the rules as written (refined) and by the original code (literal), and an
  /// example of each of the nine systems.
  public static var all: [Experience] {
    get throws(ExperienceError) { try Self.read.get().experiences }
  }

  /// The definitions of the built-in experiences.
  package static var definitions: [Proto.ExperienceDefinition] {
    get throws(ExperienceError) { try Self.read.get().definitions }
  }

  /// The YAML texts of the built-in experiences.
  package static var texts: [String] { Self.files.map { String(decoding: $0, as: UTF8.self) } }

  /// The built-in experiences, parsed once per process.
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
      PackageResources.second_floor_yaml, PackageResources.reader_yaml,
      PackageResources.shop_yaml,
    ]
  }

  /// Returns the built-in experience with a name; nil if there is none.
  public static func named(_ name: String) throws(ExperienceError) -> Experience? {
    try Self.all.first { $0.name == name }
  }
}
