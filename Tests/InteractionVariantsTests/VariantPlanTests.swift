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
        "control: 95 % → 90 %, 90000 of 100000 users; 5000 leave",
        "low: 5 % → 10 %, 10000 of 100000 users; 5000 join", "all other users keep their variant",
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

  @Test("of 100,000 users only those of changed shares move, from 0.1 to 50 % and back")
  func ramp() throws {
    let buckets = (0 ..< 100_000).map { Bucket.of("user-\($0)", salt: "home") }
    func owners(_ variants: VariantSet) -> [Int] {
      let owners = (0 ..< Bucket.count).map { bucket in
        variants.variants.firstIndex { $0.name == variants.owner(of: bucket)?.name } ?? -1
      }
      return buckets.map { owners[$0] }
    }
    var former: VariantSet?
    var before: [Int] = []
    // 99.9 % intervals of the binomial distribution.
    for (share, expected) in [
      (0.1, 69 ... 134), (5, 4_775 ... 5_228), (20, 19_585 ... 20_417), (50, 49_480 ... 50_520),
      (5, 4_775 ... 5_228),
    ] {
      let isGrowing = share > Double(former?.variants[1].buckets.joined().count ?? 0) / 100
      let variants = try Documents.published(
        [("control", nil), ("low", share), ("high", 10)], replacing: former)
      let now = owners(variants)
      #expect(expected.contains(now.count { $0 == 1 }))
      #expect((9_690 ... 10_313).contains(now.count { $0 == 2 }))
      if !before.isEmpty {
        let moves = Set(zip(before, now).filter { $0 != $1 }.map { [$0, $1] })
        #expect(moves == (isGrowing ? [[0, 1]] : [[1, 0]]))
      }
      (former, before) = (variants, now)
    }
    #expect(former?.phase == 2)
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

  @Test("another first variant begins a phase: all that are in none get its version")
  func otherFirst() throws {
    let first = try Documents.published([("control", 20), ("low", 20)])
    let plan = try self.plan([("low", 20), ("control", 20)], replacing: first) {
      $0.variants.swapAt(0, 1)
      $0.variants[0].name = "low"
      $0.variants[1].name = "control"
      let experience = $0.variants[0].experience
      $0.variants[0].experience = $0.variants[1].experience
      $0.variants[1].experience = experience
    }
    #expect(plan.document.phase == 2)
    #expect(plan.notes.last?.contains("'low' is the first variant") == true)
  }

  @Test("the next experiment has another salt and phase; a lost document keeps its buckets")
  func next() throws {
    let first = try Documents.published([("control", nil), ("low", 5)])
    let authored = try Documents.authored([("control", nil), ("low", 5)])
    let next = VariantPlan(authored, replacing: nil, after: [first]).document
    #expect(next.salt == "home-2" && next.phase == 2)
    let grown = try Documents.published(
      [("control", nil), ("high", 5), ("low", 10)], replacing: first)
    var lost = try Documents.authored([("control", nil), ("high", 5), ("low", 10)])
    for index in lost.variants.indices {
      lost.variants[index].buckets = grown.variants[index].buckets.map { range in
        .with {
          ($0.first, $0.end) = (UInt32(range.lowerBound), UInt32(range.upperBound))
        }
      }
    }
    let again = try VariantSet(VariantPlan(lost, replacing: nil).document)
    #expect(again.variants.map(\.buckets) == grown.variants.map(\.buckets))
  }

  @Test(
    "names and texts that YAML could read otherwise stay as they are",
    arguments: ["true", "null", "1.0", "1e3", "-"])
  func names(name: String) throws {
    let plan = try self.plan([("control", nil), (name, 5)], replacing: nil) { $0.name = name }
    let json = try Dictionary(
      uniqueKeysWithValues: plan.document.variants.map { ($0.name, try $0.experience.jsonString()) }
    )
    for (start, end) in [
      ("", ""), ("--- ", "\n..."), ("%YAML 1.2\n---\n", "\r\n"), ("# a\n---\n", ""),
    ] {
      let text = plan.document.yaml(withExperiences: json.mapValues { start + $0 + end })
      #expect(try Proto.VariantsDefinition(yaml: text) == plan.document, "\(text.prefix(200))")
    }
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
