public import Foundation
public import InteractionCore
import InteractionWire

extension Experience {
  /// Reads an experience from a YAML or JSON file.
  ///
  /// - Throws: ``ExperienceError`` with everything that is wrong with it, or the file's own error.
  public init(file: URL) throws {
    let text = String(decoding: try Data(contentsOf: file), as: UTF8.self)
    try self.init(Proto.ExperienceDefinition(yaml: text))
  }
}
