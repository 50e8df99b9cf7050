import InteractionCore
import InteractionVariants
import InteractionWire
import Testing

@Suite("Documents of variants")
struct VariantSetTests {
  /// A change of a valid document, and the field and the problem that it leads to.
  struct BadDocument: Sendable, CustomTestStringConvertible {
    var field: String
    var problem: String
    var change: @Sendable (inout Proto.VariantsDefinition) -> Void

    init(
      _ field: String, _ problem: String,
      _ change: @escaping @Sendable (inout Proto.VariantsDefinition) -> Void
    ) {
      self.field = field
      self.problem = problem
      self.change = change
    }

    var testDescription: String { "\(self.field): \(self.problem)" }

    static let all = [
      BadDocument("name", "must be 1 to 64 bytes") { $0.name = "Home" },
      BadDocument("salt", "must be 1 to 64 bytes") { $0.salt = "a b" },
      BadDocument("variants", "has 1 variants; must have 2 to 8") { $0.variants.removeLast() },
      BadDocument("variants[1].name", "is also the name of variants[0]") {
        $0.variants[1].name = "control"
      },
      BadDocument("variants[1].name", "must be 1 to 32 bytes") { $0.variants[1].name = "a b" },
      BadDocument("variants[1].share", "is 5.05; must be 0 to 100, in steps of 0.1") {
        $0.variants[1].share = 5.05
      },
      BadDocument("variants[1].share", "is -1; must be 0 to 100") { $0.variants[1].share = -1 },
      BadDocument("variants[1].share", "is NaN; must be 0 to 100") { $0.variants[1].share = .nan },
      BadDocument("variants", "have shares of 105 % together") { $0.variants[0].share = 100 },
      BadDocument("variants[1].buckets", "own 500 of 10000, but 'share' is 6 %, which is 600") {
        $0.variants[1].share = 6
      },
      BadDocument("variants[1].buckets[0]", "overlaps variants[0].buckets[0]") {
        $0.variants[1].buckets[0].first = 600
        $0.variants[1].buckets[0].end = 1_100
      },
      BadDocument("variants[1].buckets[0]", "must be 0 to 10000") {
        $0.variants[1].buckets[0].end = 10_001
      },
      BadDocument("variants[1].buckets[0]", "with 'end' more than 'first'") {
        $0.variants[1].buckets[0].first = 500
      },
      BadDocument("variants[1].buckets", "has 257 ranges; at most 256") { document in
        let range = document.variants[1].buckets[0]
        document.variants[1].buckets = .init(repeating: range, count: 257)
      },
      BadDocument("variants[1].experience", "is not set") { $0.variants[1].version = nil },
      BadDocument("variants[1].experience.toggles[0].threshold", "must be") {
        $0.variants[1].experience.toggles[0].threshold = -1
      },
      BadDocument("variants[1].users[0]", "has 0 bytes; must have 1 to 64") {
        $0.variants[1].users = [""]
      },
      BadDocument("variants[1].users", "has 65 users; at most 64") {
        $0.variants[1].users = (0 ..< 65).map { "u\($0)" }
      },
      BadDocument("variants[1].users[0]", "'ann' is also in variants[0]") {
        $0.variants[0].users = ["ann"]
        $0.variants[1].users = ["ann"]
      },
      BadDocument("holdout.salt", "is 'home', as the salt of the variants") {
        $0.holdout.salt = "home"
        $0.holdout.share = 1
      },
      BadDocument("holdout.share", "is 0; must be 0.1 to 50") { $0.holdout.salt = "h" },
      BadDocument("conditions.from_version", "is 'x'; must be a version") {
        $0.conditions.fromVersion = "x"
      },
      BadDocument("conditions.before_version", "must be later than from_version") {
        $0.conditions.fromVersion = "2"
        $0.conditions.beforeVersion = "2.0"
      },
      BadDocument("conditions.platforms", "has 17 values; at most 16") {
        $0.conditions.platforms = (0 ..< 17).map { "p\($0)" }
      },
    ]
  }

  @Test("bad documents name field, value and limit", arguments: BadDocument.all)
  func bad(_ bad: BadDocument) throws {
    let authored = try Documents.authored([("control", nil), ("low", 5)])
    var document = VariantPlan(authored, replacing: nil).document
    _ = try VariantSet(document)
    bad.change(&document)
    let error = #expect(throws: ExperienceError.self) { try VariantSet(document) }
    let found = error?.violations.contains {
      $0.field == bad.field && $0.problem.contains(bad.problem)
    }
    #expect(found == true, "\(error.map(String.init(describing:)) ?? "")")
  }
}
