import Foundation
import Yams

extension OptionSource {
  /// Reads a YAML or JSON file with a field for each option.
  ///
  /// - Throws: ``ConfigurationError`` if it cannot be read, or is not a mapping.
  init(file: String) throws {
    do {
      let fields = try Self.fields(of: try Data(contentsOf: URL(fileURLWithPath: file)))
      self.init(
        names: fields.map(\.name),
        label: { "\(file): \($0)" },
        values: Dictionary(fields.map { ($0.name, OptionValue($0.value)) }) { $1 })
    } catch let error as YamlError {
      throw ConfigurationError("\(file): \(error.summary)")
    } catch let error as CocoaError {
      let isMissing = error.code == .fileReadNoSuchFile
      throw ConfigurationError("\(file): \(isMissing ? "no such file" : "cannot be read")")
    } catch {
      throw ConfigurationError("\(file): \(error)")
    }
  }

  private static func fields(of data: Data) throws -> [(name: String, value: Node)] {
    guard let root = try Parser(yaml: data).singleRoot() else { return [] }
    guard let mapping = root.mapping else {
      throw ConfigurationError("must be a mapping of option names to values")
    }
    return mapping.map { ($0.string ?? "", $1) }
  }
}

extension OptionValue {
  fileprivate init(_ node: Node) {
    self.isSet = node.bool
    self.text = node.scalar?.string
    self.list = Self.list(node)
  }

  /// Returns the elements of a value, a list, or a mapping, whose `{name: value}` becomes
  /// `name=value`; nil for deeper nesting.
  private static func list(_ node: Node) -> [String]? {
    if let pairs = node.mapping {
      let lists = pairs.map { name, values -> [String]? in
        guard values.mapping == nil else { return nil }
        return Self.list(values)?.map { "\(name.string ?? "")=\($0)" }
      }
      return lists.contains(nil) ? nil : lists.flatMap { $0 ?? [] }
    }
    let values = node.sequence.map(Array.init) ?? [node]
    let texts = values.compactMap(\.scalar?.string)
    return texts.count == values.count ? texts : nil
  }
}

extension YamlError {
  /// The problem and its line, without the file's text, which may be a secret.
  fileprivate var summary: String {
    switch self {
    case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
      .composer(_, let problem, let mark, _):
      "line \(mark.line): \(problem)"
    case .duplicatedKeysInMapping(let names, _):
      "duplicate keys: \(names.sorted().joined(separator: ", "))"
    default: "is not valid YAML"
    }
  }
}
