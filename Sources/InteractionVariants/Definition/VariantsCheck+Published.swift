import InteractionCore
import InteractionExperience
import InteractionWire

/// The parts of a document that publishing adds.
extension VariantsCheck {
  private static let maximumRanges = 256

  /// Checks the experiences and buckets of all variants. Returns the valid ones.
  mutating func variants() -> [VariantSet.Variant] {
    if self.checkRangeCounts() { self.checkOverlaps() }
    var variants: [VariantSet.Variant] = []
    for (index, variant) in self.document.variants.enumerated() {
      let place = "variants[\(index)]"
      switch variant.version {
      case .experience(var definition):
        definition.name = self.document.name
        do throws(ExperienceError) {
          variants.append(
            VariantSet.Variant(
              name: variant.name, buckets: self.buckets(of: variant, at: place),
              users: Set(variant.users.map { Array($0.utf8) }),
              experience: try Experience(definition), definition: definition))
        } catch {
          for violation in error.violations {
            let field = violation.field.isEmpty ? "" : ".\(violation.field)"
            self.refuse("\(place).experience\(field)", violation.problem)
          }
        }
      case .file, nil:
        self.refuse(
          "\(place).experience", "is not set; 'interaction-engine publish' fills it in from 'file'")
      }
    }
    return variants
  }

  private mutating func buckets(
    of variant: Proto.VariantDefinition, at place: String
  ) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    for (index, range) in variant.buckets.enumerated() {
      let (from, to) = (Int(range.first), Int(range.end))
      if from < to, to <= Bucket.count {
        ranges.append(from ..< to)
      } else {
        self.refuse(
          "\(place).buckets[\(index)]",
          "is \(from) to \(to); must be 0 to \(Bucket.count), with 'end' more than 'first'")
      }
    }
    let owned = ranges.reduce(0) { $0 + $1.count }
    if variant.hasShare, let share = Share(variant.share), share.buckets != owned {
      self.refuse(
        "\(place).buckets",
        "own \(owned) of \(Bucket.count), but 'share' is \(share), which is"
          + " \(share.buckets); 'interaction-engine publish' computes them")
    }
    return ranges
  }

  /// Returns true if no variant has too many ranges.
  private mutating func checkRangeCounts() -> Bool {
    var isBounded = true
    for (index, variant) in self.document.variants.enumerated()
    where variant.buckets.count > Self.maximumRanges {
      isBounded = false
      self.refuse(
        "variants[\(index)].buckets",
        "has \(variant.buckets.count) ranges; at most \(Self.maximumRanges) are allowed; begin with"
          + " a new salt")
    }
    return isBounded
  }

  private mutating func checkOverlaps() {
    var owners: [(range: Range<Int>, place: String)] = []
    for (index, variant) in self.document.variants.enumerated() {
      for (number, range) in variant.buckets.enumerated()
      where range.first < range.end && range.end <= Bucket.count {
        let place = "variants[\(index)].buckets[\(number)]"
        let buckets = Int(range.first) ..< Int(range.end)
        if let other = owners.first(where: { $0.range.overlaps(buckets) }) {
          self.refuse(
            place,
            "is \(range.first) to \(range.end), which overlaps \(other.place); a bucket has"
              + " one owner")
        }
        owners.append((buckets, place))
      }
    }
  }
}
