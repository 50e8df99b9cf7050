import InteractionCore
import InteractionExperience
import InteractionVariants
import InteractionWire
import SwiftProtobuf
import Testing

@Suite("Plans to publish variants")
struct VariantPlanTests {
  private func plan(
    _ shares: Documents.Shares, replacing former: VariantSet?,
    _ change: (inout Proto.VariantsDefinition) throws -> Void = { _ in }
  ) throws -> VariantPlan {
    VariantPlan(try Documents.authored(shares, change), replacing: former)
  }

  @Test("growing keeps the phase and says who joins")
  func grow() throws {
    let first = try Documents.published([("control", nil), ("low", 5)])
    let plan = try self.plan([("control", nil), ("low", 10)], replacing: first)
    #expect(plan.document.phase == 1)
    #expect(
      plan.notes == [
        "control: 95 % → 90 %, of 100000 users 90000: 5000 leave, nobody else moves",
        "low: 5 % → 10 %, of 100000 users 10000: 5000 join, nobody else moves",
      ])
  }

  @Test(
    "a new phase begins when outcomes must not be mixed",
    arguments: [
      ("shrunk", "'low' has shrunk"), ("removed", "'low' has been removed"),
      ("version", "'low' has another version"), ("conditions", "the conditions are others"),
      ("holdout", "the holdout is another"), ("salt", "the salt is another"),
    ])
  func phase(change: String, reason: String) throws {
    let first = try Documents.published([("control", nil), ("low", 5)])
    let shares: Documents.Shares =
      change == "shrunk"
      ? [("control", nil), ("low", 4.9)]
      : change == "removed" ? [("control", nil), ("high", 5)] : [("control", nil), ("low", 5)]
    let plan = try self.plan(shares, replacing: first) { document in
      switch change {
      case "version": document.variants[1].experience = try Documents.definition(300)
      case "conditions": document.conditions.platforms = ["ios"]
      case "holdout":
        document.holdout.salt = "h"
        document.holdout.share = 1
      case "salt": document.salt = "home-2"
      default: break
      }
    }
    #expect(plan.document.phase == 2)
    #expect(plan.notes.last?.hasPrefix("phase 2 begins: ") == true)
    #expect(plan.notes.last?.contains(reason) == true)
  }

  @Test("the salt stays when the experience is renamed")
  func rename() throws {
    let first = try Documents.published([("control", nil), ("low", 5)])
    let plan = try self.plan([("control", nil), ("low", 5)], replacing: first) {
      $0.name = "start"
    }
    #expect(plan.document.salt == "home")
  }

  @Test("the written document is the planned one, with the texts of the experiences")
  func text() throws {
    let authored = try Documents.authored([("control", nil), ("low", 2.5)]) {
      $0.holdout.salt = "h"
      $0.holdout.share = 0.1
      $0.conditions.clientNames = ["sh\"op: #1"]
      $0.conditions.fromVersion = "2.10"
      $0.conditions.beforeVersion = "3"
      $0.conditions.platforms = ["ios"]
      $0.conditions.locales = ["en", "no"]
      $0.variants[1].users = ["zo\u{EB}", "- {x}", "true"]
    }
    let plan = VariantPlan(authored, replacing: nil)
    let texts = try Dictionary(
      uniqueKeysWithValues: authored.variants.map { ($0.name, try $0.experience.jsonString()) })
    let text = plan.document.yaml(withExperiences: texts)
    #expect(try Proto.VariantsDefinition(yaml: text) == plan.document, "\(text)")
    #expect(try VariantSet(plan.document) == VariantSet(Proto.VariantsDefinition(yaml: text)))
  }

  @Test("differences to the first variant are paths with both values")
  func differences() throws {
    let variants = try Documents.published([("control", nil), ("low", 5)])
    let lines = DefinitionDifferences.lines(
      from: variants.first.experience, to: variants.variants[1].experience)
    #expect(lines.count == 1)
    #expect(lines[0].hasPrefix("toggles[") && lines[0].hasSuffix("].threshold: 456 → 455"))
  }
}
