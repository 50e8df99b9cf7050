import Foundation
import InteractionCore
package import InteractionExperience
package import InteractionWire

/// An authored file of variants, with the experiences that it refers to.
package struct VariantsFile: Sendable {
  /// The path as the caller gave it.
  package let path: String
  /// The document with the experiences of all variants.
  package let document: Proto.VariantsDefinition
  /// The text of each variant's experience, by the variant's name; empty for a published document.
  package let texts: [String: String]
  package let text: String
  /// Warnings about valid parts of the experiences that are probably mistakes.
  package let warnings: [String]

  /// A Boolean value that indicates whether the file is a published document.
  package var isPublished: Bool { self.texts.isEmpty }

  /// Reads a file.
  ///
  /// - Throws: All problems, of its experiences too.
  package init(path: String) throws(ExperienceFile.ReadError) {
    let text = try ExperienceFile.text(path)
    self.path = path
    self.text = text
    var document: Proto.VariantsDefinition
    do throws(ExperienceError) {
      document = try Proto.VariantsDefinition(yaml: text)
    } catch {
      throw Self.error(error.violations, in: text, path)
    }
    var texts: [String: String] = [:]
    var problems: [String] = []
    var warnings: [String] = []
    let folder = (path as NSString).deletingLastPathComponent
    for index in document.variants.indices {
      guard case .file(let name) = document.variants[index].version else { continue }
      do throws(ExperienceFile.ReadError) {
        let file = try ExperienceFile(path: (folder as NSString).appendingPathComponent(name))
        document.variants[index].experience = file.definition
        texts[document.variants[index].name] = file.text
        warnings += file.warnings
      } catch {
        problems += error.lines
      }
    }
    if !problems.isEmpty { throw .invalid(problems) }
    let mixed = !texts.isEmpty && texts.count != document.variants.count
    var check = VariantsCheck(document)
    if mixed {
      check.refuse("variants", "have files and experiences; give each variant a file, or none")
    }
    if texts.isEmpty {
      do throws(ExperienceError) {
        _ = try VariantSet(document)
      } catch {
        throw Self.error(error.violations, in: text, path)
      }
    }
    check.checkDocument()
    if !check.violations.isEmpty { throw Self.error(check.violations, in: text, path) }
    self.document = document
    self.texts = texts
    self.warnings = warnings
  }

  private static func error(
    _ violations: [Violation], in text: String, _ path: String
  ) -> ExperienceFile.ReadError {
    let places = YAMLPositions(text)
    return .invalid(violations.map { "\(path):\(places.line(for: $0))" })
  }

  /// Returns the plan to publish the file, and the text of its document.
  ///
  /// - Throws: ``ExperienceFile/ReadError`` if an experience's text cannot be a part of a document.
  package func plan(
    replacing former: VariantSet?, after earlier: [VariantSet] = []
  ) throws(ExperienceFile.ReadError) -> (plan: VariantPlan, text: String) {
    let plan = VariantPlan(self.document, replacing: former, after: earlier)
    let text = plan.document.yaml(withExperiences: self.texts)
    do throws(ExperienceError) {
      let read = try Proto.VariantsDefinition(yaml: text)
      guard read.digest == plan.document.digest else {
        throw ExperienceError(violations: [
          Violation(field: "", problem: "an experience is read differently in the document")
        ])
      }
      _ = try VariantSet(read)
    } catch {
      throw .invalid([
        "\(self.path): cannot be published: \(error); write the experiences as plain YAML, without"
          + " markers of documents"
      ])
    }
    return (plan, text)
  }

  /// The differences of each further variant to the first, one line each.
  package var differences: [String] {
    let experiences = self.document.variants.map { variant in
      var definition = variant.experience
      definition.name = self.document.name
      return try? Experience(definition)
    }
    guard let first = experiences.first.flatMap({ $0 }) else { return [] }
    return zip(self.document.variants, experiences).dropFirst().flatMap { variant, experience in
      let lines = experience.map { DefinitionDifferences.lines(from: first, to: $0) } ?? []
      return lines.isEmpty
        ? ["\(variant.name): the same as the first"] : lines.map { "\(variant.name): \($0)" }
    }
  }
}
