import InteractionCore
import InteractionExperience
import InteractionWire

/// Collects the violations of a document of variants.
struct VariantsCheck {
  private static let maximumUsers = 64
  private static let maximumNames = 16

  let document: Proto.VariantsDefinition
  private(set) var violations: [Violation] = []

  init(_ document: Proto.VariantsDefinition) { self.document = document }

  mutating func refuse(_ field: String, _ problem: String) {
    self.violations.append(Violation(field: field, problem: problem))
  }

  /// Checks all parts that authored and published documents share.
  mutating func checkDocument() {
    let document = self.document
    if !isExperienceName(document.name, atMost: 64) {
      self.refuse("name", "must be 1 to 64 bytes of a-z 0-9 . _ -")
    }
    if !document.salt.isEmpty, !OpenFrame.isName(document.salt) {
      self.refuse("salt", "must be 1 to 64 bytes of A-Z a-z 0-9 . _ -")
    }
    if document.hasHoldout { self.checkHoldout() }
    if document.hasConditions { self.checkConditions() }
    self.checkNames()
    self.checkShares()
    for (index, variant) in document.variants.enumerated() {
      let place = "variants[\(index)].users"
      if variant.users.count > Self.maximumUsers {
        self.refuse(
          place,
          "has \(variant.users.count) users; at most \(Self.maximumUsers) are allowed; give"
            + " testers the role 'tester'")
      }
      for (number, user) in variant.users.enumerated() where !(1 ... 64).contains(user.utf8.count) {
        self.refuse("\(place)[\(number)]", "has \(user.utf8.count) bytes; must have 1 to 64")
      }
    }
  }

  private mutating func checkHoldout() {
    let holdout = self.document.holdout
    if !OpenFrame.isName(holdout.salt) {
      self.refuse("holdout.salt", "must be 1 to 64 bytes of A-Z a-z 0-9 . _ -")
    } else if holdout.salt == self.document.effectiveSalt {
      self.refuse(
        "holdout.salt",
        "is '\(holdout.salt)', as the salt of the variants; choose another one, or"
          + " the holdout takes its users from one variant")
    }
    let share = Share(holdout.share)
    if share.map({ $0.tenths < 1 || $0.tenths > 500 }) ?? true {
      self.refuse(
        "holdout.share", "is \(plain(holdout.share)); must be 0.1 to 50, in steps of 0.1")
    }
  }

  private mutating func checkConditions() {
    let conditions = self.document.conditions
    for (field, text) in [
      ("from_version", conditions.fromVersion), ("before_version", conditions.beforeVersion),
    ] where !text.isEmpty && ClientVersion(text) == nil {
      self.refuse("conditions.\(field)", "is '\(text)'; must be a version such as '2.10'")
    }
    if let from = ClientVersion(conditions.fromVersion),
      let before = ClientVersion(conditions.beforeVersion), before <= from
    {
      self.refuse(
        "conditions.before_version",
        "is '\(conditions.beforeVersion)'; must be later than"
          + " from_version, '\(conditions.fromVersion)'")
    }
    for (field, list) in [
      ("client_names", conditions.clientNames), ("platforms", conditions.platforms),
      ("locales", conditions.locales),
    ] {
      if list.count > Self.maximumNames {
        self.refuse(
          "conditions.\(field)",
          "has \(list.count) values; at most \(Self.maximumNames) are allowed")
      }
      for (index, text) in list.enumerated() where !(1 ... 64).contains(text.utf8.count) {
        self.refuse(
          "conditions.\(field)[\(index)]", "has \(text.utf8.count) bytes; must have 1 to 64")
      }
    }
  }

  private mutating func checkNames() {
    let variants = self.document.variants
    if !(2 ... VariantSet.maximumVariants).contains(variants.count) {
      self.refuse(
        "variants", "has \(variants.count) variants; must have 2 to \(VariantSet.maximumVariants)")
    }
    var seen: [String: Int] = [:]
    for (index, variant) in variants.enumerated() {
      if !isExperienceName(variant.name, atMost: 32) {
        self.refuse("variants[\(index)].name", "must be 1 to 32 bytes of a-z 0-9 . _ -")
      } else if let other = seen.updateValue(index, forKey: variant.name) {
        self.refuse(
          "variants[\(index)].name",
          "'\(variant.name)' is also the name of variants[\(other)]; rename one")
      }
    }
    // Users are compared by their bytes, not by canonical equivalence.
    var users: [[UInt8]: Int] = [:]
    for (index, variant) in variants.enumerated() {
      for (number, user) in variant.users.enumerated() {
        if let other = users.updateValue(index, forKey: Array(user.utf8)), other != index {
          self.refuse(
            "variants[\(index)].users[\(number)]",
            "'\(user)' is also in variants[\(other)]; remove one")
        }
      }
    }
  }

  private mutating func checkShares() {
    var total = 0
    for (index, variant) in self.document.variants.enumerated() {
      let place = "variants[\(index)].share"
      guard variant.hasShare else {
        if index > 0, variant.buckets.isEmpty {
          self.refuse(place, "is not set; must be 0 to 100, in steps of 0.1")
        }
        continue
      }
      if let share = Share(variant.share) {
        total += share.tenths
      } else {
        self.refuse(place, "is \(plain(variant.share)); must be 0 to 100, in steps of 0.1")
      }
    }
    if total > 1_000 {
      self.refuse(
        "variants",
        "have shares of \(plain(Double(total) / 10)) % together; at most 100 % are"
          + " possible")
    }
  }
}

/// Returns whether a text is valid as the name of an experience or a variant.
func isExperienceName(_ text: String, atMost length: Int) -> Bool {
  OpenFrame.isName(text, atMost: length) && text == text.lowercased()
}
