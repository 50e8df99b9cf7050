import InteractionCore
import InteractionVariants
import InteractionWire
import Testing

@Suite("Selection of variants")
struct SelectionTests {
  private let halves: Documents.Shares = [("control", nil), ("low", 50)]

  private func applicant(_ user: String) -> VariantApplicant {
    VariantApplicant(user: user, session: "s1", clientName: "shop", clientVersion: "2.10.1")
  }

  @Test("a user's bucket decides, and a session's without a user")
  func bucket() throws {
    let variants = try Documents.published(self.halves)
    for user in (0 ..< 200).map({ "user-\($0)" }) + [""] {
      let choice = variants.select(self.applicant(user))
      let bucket = Bucket.of(user.isEmpty ? "s1" : user, salt: "home")
      #expect(choice.selection.variant == (bucket < 5_000 ? "low" : "control"))
      #expect(choice.selection.bucket == bucket)
      #expect(choice.selection.isCounted)
      #expect(choice.selection.document == String(variants.digest.prefix(12)))
    }
  }

  @Test("an unowned bucket gets the first version, but does not count")
  func noOwner() throws {
    let variants = try Documents.published([("control", 0), ("low", 0)])
    let choice = variants.select(self.applicant("ann"))
    #expect(choice.selection.reason == .noOwner)
    #expect(choice.selection.variant.isEmpty && !choice.selection.isCounted)
    #expect(choice.variant.name == "control")
  }

  @Test("named users get their variant whatever their bucket, by their bytes")
  func namedUser() throws {
    let variants = try Documents.published([("control", nil), ("low", 0)]) {
      $0.variants[1].users = ["zo\u{EB}"]
    }
    #expect(variants.select(self.applicant("zo\u{EB}")).selection.reason == .namedUser)
    let decomposed = variants.select(self.applicant("zoe\u{308}"))
    #expect(decomposed.selection.reason == .bucket && decomposed.selection.variant == "control")
    // Without a user no name matches.
    #expect(variants.select(self.applicant("")).selection.reason == .bucket)
  }

  @Test("testers get what they ask for, unless it is switched off")
  func tester() throws {
    let variants = try Documents.published([("control", nil), ("low", 0)])
    var tester = self.applicant("ann")
    tester.requested = "low"
    #expect(variants.select(tester).selection.reason == .tester)
    let killed = variants.select(tester, killed: .variants(["low"]))
    #expect(killed.selection.reason == .killed && killed.variant.name == "control")
  }

  @Test("the holdout is kept out of all variants, by a salt of its own")
  func holdout() throws {
    let variants = try Documents.published([("control", nil), ("low", 50)]) {
      $0.holdout.salt = "holdout-1"
      $0.holdout.share = 10
    }
    let users = (0 ..< 1_000).map { "user-\($0)" }
    let out = users.filter { Bucket.of($0, salt: "holdout-1") < 1_000 }
    let selected = users.filter {
      variants.select(self.applicant($0)).selection.reason == .holdout
    }
    #expect(selected == out && !out.isEmpty)
  }

  @Test(
    "conditions on clients; what is not stated fulfils none",
    arguments: [
      ("2.10", "2.9.9", false), ("2.10", "2.10", true), ("2.10", "2.10.0-beta", true),
      ("2.10", "2.11", true), ("2.10", "", false), ("2.10", "new", false), ("2.10", "3", false),
    ])
  func version(from: String, found: String, isMet: Bool) throws {
    let variants = try Documents.published(self.halves) {
      $0.conditions.fromVersion = from
      $0.conditions.beforeVersion = "3"
    }
    var applicant = self.applicant("ann")
    applicant.clientVersion = found
    #expect((variants.select(applicant).selection.reason == .bucket) == isMet)
  }

  @Test("platforms and locales")
  func platform() throws {
    let variants = try Documents.published(self.halves) {
      $0.conditions.platforms = ["ios", "android"]
      $0.conditions.locales = ["en", "zh-Hans"]
    }
    func reason(_ platform: String, _ locale: String) -> VariantSelection.Reason {
      var applicant = self.applicant("ann")
      applicant.platform = platform
      applicant.locale = locale
      return variants.select(applicant).selection.reason
    }
    #expect(reason("ios", "en-GB") == .bucket)
    #expect(reason("android", "ZH-hans-CN") == .bucket)
    #expect(reason("web", "en") == .condition)
    #expect(reason("ios", "eng") == .condition)
    #expect(reason("", "en") == .condition && reason("ios", "") == .condition)
  }

  @Test("the kill switch comes last, and never takes the first variant away")
  func killed() throws {
    let variants = try Documents.published([("control", 50), ("low", 50)])
    for user in (0 ..< 50).map({ "user-\($0)" }) {
      let before = variants.select(self.applicant(user))
      let after = variants.select(self.applicant(user), killed: .all)
      #expect(after.variant.name == "control")
      let isLow = before.selection.variant == "low"
      #expect(after.selection.reason == (isLow ? .killed : .bucket))
    }
  }

  @Test("the explanation lists the steps in order, and the last one decides")
  func explanation() throws {
    let variants = try Documents.published(self.halves) {
      $0.holdout.salt = "holdout-1"
      $0.holdout.share = 0.1
      $0.conditions.platforms = ["ios"]
    }
    var applicant = self.applicant("ann")
    applicant.platform = "ios"
    let choice = variants.select(applicant, killed: .all)
    let bucket = Bucket.of("ann", salt: "home")
    #expect(
      choice.steps.map(\.step)
        == ["holdout", "platform", "bucket"] + (bucket < 5_000 ? ["kill switch"] : []))
    #expect(choice.steps[1].input == "'ios'; wanted 'ios'")
    #expect(choice.summary.hasPrefix("gets "))
  }
}
