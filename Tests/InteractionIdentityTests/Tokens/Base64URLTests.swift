import Foundation
import Testing

@testable import InteractionIdentity

@Suite("Base64url")
struct Base64URLTests {
  @Test("encoded bytes decode to the same")
  func roundTrip() {
    for count in 0 ..< 70 {
      let bytes = (0 ..< count).map { UInt8(truncatingIfNeeded: $0 &* 151 &+ count) }
      #expect(Base64URL.decode(bytes.base64URL.utf8) == Data(bytes))
    }
  }

  @Test("each pair of characters reads as one byte at most, or not at all")
  func pairs() {
    var spelled: [UInt8: Int] = [:]
    for first in UInt8.min ... UInt8.max {
      for second in UInt8.min ... UInt8.max {
        guard let bytes = Base64URL.decode([first, second]) else { continue }
        #expect(bytes.count == 1)
        spelled[bytes[0], default: 0] += 1
      }
    }
    #expect(spelled.count == 256)
    #expect(spelled.values.allSatisfy { $0 == 1 })
  }

  @Test(
    "other spellings",
    arguments: ["A", "AAAAA", "AA=", "AA==", "A+==", "+/+/", "AA AA", "AAAA\n", "AB", "AAB", "é"])
  func refused(text: String) {
    #expect(Base64URL.decode(text.utf8) == nil)
  }
}
