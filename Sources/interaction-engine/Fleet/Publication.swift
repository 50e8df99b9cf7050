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
      let former = state.activeText(of: name).flatMap(VariantSet.init(inForce:))
      let plan = file.plan(replacing: former)
      (file.warnings + file.differences + plan.notes).forEach(Console.error)
      let text =
        file.isPublished ? file.text : plan.document.yaml(withExperiences: file.texts)
      let document = file.isPublished ? file.document : plan.document
      return (DocumentVersion(name, digest: document.digest, text: text), state)
    }
  }
}

extension VariantSet {
  /// Reads the text in force; nil if it has no variants.
  fileprivate init?(inForce text: String) {
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
