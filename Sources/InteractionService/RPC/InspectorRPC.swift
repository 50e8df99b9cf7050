import GRPCCore
import InteractionCore
import InteractionExperience
import InteractionStream
import InteractionVariants
import InteractionWire
import SwiftProtobuf

/// `interaction.inspector.v1.InspectorService`.
@available(InteractionEngine 1.0, *)
struct InspectorRPC: Interaction_Inspector_V1_InspectorService.SimpleServiceProtocol {
  let engine: Engine

  func listExperiences(
    request: Interaction_Inspector_V1_ListExperiencesRequest, context: ServerContext
  ) async throws -> Interaction_Inspector_V1_ListExperiencesResponse {
    let all = self.engine.catalog.all
    let page = try ListPage(
      of: all, size: request.pageSize, after: request.pageToken, by: { $0.name })
    return .with {
      $0.experiences = page.items.map(self.summary)
      $0.totalSize = UInt32(clamping: all.count)
      $0.nextPageToken = page.nextToken
    }
  }

  func getExperience(
    request: Interaction_Inspector_V1_GetExperienceRequest, context: ServerContext
  ) async throws -> Interaction_Inspector_V1_GetExperienceResponse {
    let entry = try self.engine.catalog.required(request.name)
    let document = self.engine.catalog.document(named: request.name)
    return .with {
      $0.summary = self.summary(document ?? .experience(entry))
      $0.definition = entry.definition
      $0.resolved = entry.experience.definition
    }
  }

  func validateExperience(
    request: Interaction_Inspector_V1_ValidateExperienceRequest, context: ServerContext
  ) async throws -> Interaction_Inspector_V1_ValidateExperienceResponse {
    do {
      let definition: Proto.ExperienceDefinition
      switch request.source {
      case .definition(let given): definition = given
      case .yaml(let text):
        let document = try ExperienceDocument(text: text, origin: .builtIn)
        return .with {
          $0.valid = true
          $0.digest = document.digest
          $0.resolved = document.first.experience.definition
        }
      case .none:
        throw ExperienceError(violations: [
          Violation(field: "source", problem: "must be one of definition, yaml")
        ])
      }
      let experience = try Experience(definition)
      return .with {
        $0.valid = true
        $0.digest = experience.digest
        $0.resolved = experience.definition
      }
    } catch let error as ExperienceError {
      return .with { $0.violations = error.violations.map(\.proto) }
    }
  }

  private func summary(
    _ document: ExperienceDocument
  ) -> Interaction_Inspector_V1_ExperienceSummary {
    let entry = document.first
    let digests = Set(document.entries.map(\.experience.digest))
    return .with {
      $0.name = entry.experience.name
      $0.digest = entry.experience.digest
      switch entry.origin {
      case .builtIn: $0.origin = .builtIn
      case .file(let name):
        $0.origin = .file
        $0.file = name
      case .fleet: $0.origin = .fleet
      }
      $0.activeSessions = self.engine.registry.count(experience: entry.experience.name)
      $0.otherVersionSessions = UInt32(
        clamping: self.engine.registry.streams {
          $0.experience.name == entry.experience.name
            && !digests.contains($0.experience.digest)
        }.count)
      guard let variants = document.variants else { return }
      $0.document = variants.digest
      $0.phase = UInt32(clamping: variants.phase)
      $0.variants = self.summaries(of: variants)
    }
  }

  private func summaries(
    of variants: VariantSet
  ) -> [Interaction_Inspector_V1_VariantSummary] {
    let killed = self.engine.catalog.killSwitches.of(variants.name)
    var counts: [String: Int] = [:]
    for entry in self.engine.registry.entries() where entry.experience.name == variants.name {
      if let selection = entry.selection { counts[selection.variant, default: 0] += 1 }
    }
    return variants.variants.map { variant in
      .with {
        $0.name = variant.name
        $0.digest = variant.experience.digest
        $0.buckets = UInt32(clamping: variant.buckets.reduce(0) { $0 + $1.count })
        $0.killed = variant.name != variants.first.name && killed.contains(variant.name)
        $0.activeSessions = UInt32(clamping: counts[variant.name] ?? 0)
      }
    }
  }
}
