import Configuration
import Foundation
import Yams

extension OptionSource {
  /// A YAML or JSON file with a field for each option.
  ///
  /// - Throws: ``ConfigurationError`` if it cannot be read, or is no mapping.
  init(file: String) throws {
    do {
      let data = try Data(contentsOf: URL(fileURLWithPath: file))
      // The provider does not say what there is, and takes no file without anything in it.
      let fields = try Self.fields(of: data)
      self.init(
        names: fields.map(\.name),
        label: { "\(file): \($0)" },
        path: { [$0] },
        values: try YAMLSnapshot(
          data: (fields.isEmpty ? Data("{}".utf8) : data).bytes, providerName: file,
          parsingOptions: .default),
        parts: Dictionary(fields.compactMap { name, parts in parts.map { (name, $0) } }) { $1 })
    } catch let error as YamlError {
      throw ConfigurationError("\(file): \(error.place)")
    } catch let error as CocoaError {
      let isMissing = error.code == .fileReadNoSuchFile
      throw ConfigurationError("\(file): \(isMissing ? "there is no such file" : "cannot be read")")
    } catch {
      throw ConfigurationError("\(file): \(error)")
    }
  }

  private static func fields(of data: Data) throws -> [(name: String, parts: [String]?)] {
    guard let root = try Parser(yaml: data).singleRoot() else { return [] }
    guard let mapping = root.mapping else {
      throw ConfigurationError("must be a mapping of options")
    }
    return mapping.map { key, value in
      (key.string ?? "", value.mapping?.keys.map { $0.string ?? "" })
    }
  }
}

extension YamlError {
  /// What is wrong and in which line, without what stands there.
  fileprivate var place: String {
    switch self {
    case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
      .composer(_, let problem, let mark, _):
      "line \(mark.line): \(problem)"
    case .duplicatedKeysInMapping(let names, _):
      "comes twice: \(names.sorted().joined(separator: ", "))"
    default: "is no YAML"
    }
  }
}
