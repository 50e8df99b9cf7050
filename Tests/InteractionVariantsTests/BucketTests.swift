import Foundation
import InteractionHashing
import Testing

@testable import InteractionVariants

@Suite("Buckets")
struct BucketTests {
  /// A vector that implementations in other languages must match, too.
  struct Vector: Decodable {
    var salt: String
    /// The key's UTF-8 bytes, hexadecimal.
    var utf8: String
    var hash: String
    var bucket: Int

    static var all: [Vector] {
      get throws {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
          .appendingPathComponent("../Vectors/buckets.json")
        return try JSONDecoder().decode([Vector].self, from: Data(contentsOf: file))
      }
    }

    var key: String {
      let digits = Array(self.utf8)
      let bytes = stride(from: 0, to: digits.count, by: 2).compactMap {
        UInt8(String(digits[$0 ..< $0 + 2]), radix: 16)
      }
      return String(decoding: bytes, as: UTF8.self)
    }
  }

  @Test("golden vectors")
  func vectors() throws {
    let vectors = try Vector.all
    #expect(vectors.count >= 10)
    for vector in vectors {
      let bytes = Array(vector.salt.utf8) + [0] + Array(vector.key.utf8)
      #expect(XXHash64.hash(bytes) == UInt64(vector.hash, radix: 16))
      #expect(Bucket.of(vector.key, salt: vector.salt) == vector.bucket)
    }
  }

  @Test("composed and decomposed names are two users")
  func normalization() {
    let (composed, decomposed) = ("zo\u{EB}", "zoe\u{308}")
    #expect(composed == decomposed)
    #expect(Bucket.of(composed, salt: "rocket-400") == 661)
    #expect(Bucket.of(decomposed, salt: "rocket-400") == 6_685)
  }

  /// 99.9 % intervals of the binomial distribution for 100,000 users.
  @Test(
    "100,000 users have the stated shares",
    arguments: [
      (10, 69 ... 134), (500, 4_775 ... 5_228), (2_000, 19_585 ... 20_417),
      (5_000, 49_480 ... 50_520),
    ])
  func shares(buckets: Int, expected: ClosedRange<Int>) {
    for first in [0, 10_000 - buckets] {
      let users = (0 ..< 100_000).count {
        (first ..< first + buckets).contains(Bucket.of("user-\($0)", salt: "rocket-400"))
      }
      #expect(expected.contains(users))
    }
  }

  @Test("buckets of two salts are independent")
  func salts() {
    // 10 % of each of 10 groups; χ² of 81 degrees of freedom exceeds 125 once in a thousand.
    var counts = [[Int]](repeating: [Int](repeating: 0, count: 10), count: 10)
    for user in 0 ..< 100_000 {
      let (one, other) = (
        Bucket.of("user-\(user)", salt: "a"), Bucket.of("user-\(user)", salt: "b")
      )
      counts[one / 1_000][other / 1_000] += 1
    }
    let chi = counts.joined().reduce(0.0) { $0 + pow(Double($1) - 1_000, 2) / 1_000 }
    #expect(chi < 149)
  }
}
