import InteractionCore
import Yams

/// Explanations of YAML syntax errors.
enum YAMLSyntaxError {
  /// Returns the problem of a text that the parser rejects, after its position.
  static func explanation(of error: any Error, in yaml: String) -> String {
    switch error {
    case YamlError.scanner(let context, let problem, let mark, _),
      YamlError.parser(let context, let problem, let mark, _),
      YamlError.composer(let context, let problem, let mark, _):
      let lines = yaml.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      let tab = lines.prefix(mark.line).suffix(2).firstIndex { line in
        line.prefix(while: \.isWhitespace).contains("\t")
      }
      if let tab { return "\(tab + 1):1: the line is indented with a tab; indent with spaces" }
      let origin = context.flatMap { context in
        context.mark.line == mark.line
          ? nil : ", \(context.text) from line \(context.mark.line)"
      }
      return "\(YAMLPositions.Position(mark)): invalid YAML: \(problem)\(origin ?? "")"
    case YamlError.reader(let problem, let offset, _, _):
      let before = yaml.prefix(offset ?? 0).split(
        omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      let place = YAMLPositions.Position(line: before.count, column: (before.last?.count ?? 0) + 1)
      return "\(place): invalid YAML: \(problem)"
    default:
      return "cannot be read: \(error)"
    }
  }
}

extension ExperienceError {
  /// Creates an error about the text as a whole.
  init(_ problem: String) {
    self.init(violations: [Violation(field: "", problem: problem)])
  }
}
