import InteractionCore
import InteractionExperience
import InteractionWire

/// The result of reading a text as an experience.
enum ParsedExperienceText {
  case experience(Proto.ExperienceDefinition, warnings: [TextProblem])
  case mistakes([TextProblem])

  init(_ yaml: String) {
    do throws(ExperienceError) {
      let definition = try Proto.ExperienceDefinition(yaml: yaml)
      _ = try Experience(definition)
      self = .experience(
        definition, warnings: TextProblem.all(definition.warnings, .warning, in: yaml))
    } catch {
      self = .mistakes(TextProblem.all(error.violations, .error, in: yaml))
    }
  }

  var problems: [TextProblem] {
    switch self {
    case .experience(_, let problems), .mistakes(let problems): problems
    }
  }
}

/// An error or a warning in the text of an experience, with its position.
struct TextProblem: Encodable, Hashable {
  enum Severity: String, Encodable {
    case error, warning
  }

  let severity: Severity
  let line: Int
  let column: Int
  let field: String
  let message: String

  static func all(
    _ violations: [Violation], _ severity: Severity, in yaml: String
  ) -> [TextProblem] {
    if violations.isEmpty { return [] }
    let places = YAMLPositions(yaml)
    return violations.map { violation in
      let (place, message) = places.split(violation)
      return TextProblem(
        severity: severity, line: place.line, column: place.column, field: violation.field,
        message: message)
    }
  }
}
