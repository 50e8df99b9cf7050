import Foundation
import InteractionFuzzing
import InteractionRandom

/// A deterministic mutator of inputs.
struct Mutator {
  /// The maximum size of an input, bytes, as in scripts/fuzz.
  static let maximumBytes = 4_096

  private let corpus: [[UInt8]]
  private let words: [[UInt8]]
  private var random: SeededGenerator

  /// - Parameters:
  ///   - corpus: The inputs to mutate; not empty.
  ///   - words: The target's dictionary.
  init(corpus: [[UInt8]], words: [[UInt8]], seed: UInt64) {
    self.corpus = corpus
    self.words = words.isEmpty ? [[0xFF], [0], [0x7F, 0xFF, 0xFF, 0xFF]] : words
    self.random = SeededGenerator(seed: seed)
  }

  /// Returns the next input: one of the corpus, mutated one to four times.
  mutating func next() -> [UInt8] {
    var bytes = self.corpus[self.number(self.corpus.count)]
    for _ in 0 ... self.number(4) { self.change(&bytes) }
    return Array(bytes.prefix(Self.maximumBytes))
  }

  private mutating func change(_ bytes: inout [UInt8]) {
    let place = self.number(bytes.count + 1)
    switch self.number(5) {
    case 0 where place < bytes.count: bytes[place] ^= 1 << UInt8(self.number(8))
    case 1 where place < bytes.count: bytes[place] = UInt8(self.number(256))
    case 2:
      let other = self.corpus[self.number(self.corpus.count)]
      bytes.replaceSubrange(place..., with: other.dropFirst(self.number(other.count + 1)))
    case 3: bytes.insert(contentsOf: self.words[self.number(self.words.count)], at: place)
    default:
      let end = min(place + 1 + self.number(16), bytes.count)
      bytes.removeSubrange(min(place, end) ..< end)
    }
  }

  /// Returns a number from 0 up to, but not including, `limit`.
  private mutating func number(_ limit: Int) -> Int {
    Int.random(in: 0 ..< limit, using: &self.random)
  }
}

extension Mutator {
  /// Parses a libFuzzer dictionary: one quoted word per line, with escapes.
  static func words(in text: String) -> [[UInt8]] {
    text.split(separator: "\n").compactMap { line in
      guard line.count > 1, line.hasPrefix("\""), line.hasSuffix("\"") else { return nil }
      var rest = Array(line.utf8).dropFirst().dropLast()
      var word: [UInt8] = []
      while let byte = rest.popFirst() {
        guard byte == UInt8(ascii: "\\"), let escaped = rest.popFirst() else {
          word.append(byte)
          continue
        }
        if escaped == UInt8(ascii: "x") {
          let digits = String(decoding: rest.prefix(2), as: UTF8.self)
          rest = rest.dropFirst(2)
          word.append(UInt8(digits, radix: 16) ?? 0)
        } else {
          word.append(escaped)
        }
      }
      return word
    }
  }
}
