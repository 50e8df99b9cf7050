import ArgumentParser
import InteractionCommandLine
import InteractionCore
import InteractionExperience
import InteractionFleet
import InteractionVariants
import InteractionWire

/// A valid file to publish.
enum Publication: Sendable {
  case version(DocumentVersion)
  case variants(VariantsFile)

  /// Returns the version to offer, and the state that it was computed from; nil if it does not
  /// depend on it. Prints the consequences for users.
  func version(
    in fleet: FleetCommandOptions
  ) async throws -> (version: DocumentVersion, state: FleetState?) {
    switch self {
    case .version(let version): return (version, nil)
    case .variants(let file):
      let state = try await fleet.withPublisher { publisher async throws(StoreError) in
        try await publisher.state()
      }
      let name = DocumentName(.experience, file.document.name)
      let former = try Self.variants(inForce: state.activeText(of: name), of: name)
      let earlier = (state.texts[name] ?? [:]).values.compactMap(VariantSet.init(text:))
      do throws(ExperienceFile.ReadError) {
        let (plan, text) = try file.plan(replacing: former, after: earlier)
        (file.warnings + file.differences + plan.notes).forEach(Console.error)
        return (DocumentVersion(name, digest: plan.document.digest, text: text), state)
      } catch {
        error.lines.forEach(Console.error)
        throw ExitCode.badDocument
      }
    }
  }

  /// Returns the variants in force; nil if there are none.
  ///
  /// - Throws: `ExitCode.failure` if they are unreadable: their users would be dealt anew.
  private static func variants(
    inForce text: String?, of name: DocumentName
  ) throws -> VariantSet? {
    guard let text, ExperienceFile.hasVariants(text) else { return nil }
    guard let variants = VariantSet(text: text) else {
      Console.error(
        "\(name) was not published: this release cannot read the variants in force, whose users would"
          + " be dealt anew; publish with the release of the engines, or withdraw it first")
      throw ExitCode.failure
    }
    return variants
  }
}

extension VariantSet {
  /// Reads a document's text; nil if it has no variants, or is invalid.
  init?(text: String) {
    guard ExperienceFile.hasVariants(text),
      let document = try? Proto.VariantsDefinition(yaml: text)
    else { return nil }
    try? self.init(document)
  }

  /// Creates the variants of a published file; nil if the file is not published.
  init?(published file: VariantsFile) {
    try? self.init(file.document)
  }
}
