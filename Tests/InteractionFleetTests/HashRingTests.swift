import InteractionHashing
import Testing

@testable import InteractionFleet

@Suite("Hash ring")
struct HashRingTests {
  @Test(
    "XXH64 gives the published hashes",
    arguments: [
      ("", 0xEF46_DB37_51D8_E999),
      ("a", 0xD24E_C4F1_A98C_6E5B),
      ("abc", 0x44BC_2CF5_AD77_0999),
      ("message digest", 0x066E_D728_FCEE_B3BE),
      ("abcdefghijklmnopqrstuvwxyz", 0xCFE1_F278_FA89_835C),
      (
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789",
        0xAAA4_6907_D304_7814
      ),
      (
        "12345678901234567890123456789012345678901234567890123456789012345678901234567890",
        0xE04A_477F_19EE_145D
      ),
    ] as [(String, UInt64)])
  func hash(text: String, expected: UInt64) {
    #expect(XXHash64.hash(text) == expected)
  }

  @Test("keys go where Envoy sends them")
  func golden() {
    // Calculated by Envoy's algorithm with another implementation of XXH64 (python-xxhash).
    let ring = HashRing(["engine-1", "engine-2", "engine-3"])
    let owners = (0 ..< 24).map { ring.owner(of: "user-\($0)")?.last ?? "-" }
    #expect(String(owners) == "121313121333121323211131")
  }

  @Test("a ring of none owns nothing, and a ring of one everything")
  func small() {
    #expect(HashRing([]).owner(of: "user-1") == nil)
    #expect(HashRing(["a"]).owner(of: "user-1") == "a")
  }

  @Test("one key for each engine")
  func keyOfEach() {
    let names = (1 ... 20).map { "engine-\($0)" }
    let ring = HashRing(names)
    #expect(Set(ring.keys.compactMap(ring.owner)) == Set(names))
    #expect(ring.keys.count == 20 && HashRing([]).keys.isEmpty)
    let byEngine = ring.keysByEngine
    #expect(Set(byEngine.keys) == Set(names))
    #expect(byEngine.allSatisfy { ring.owner(of: $0.value) == $0.key })
  }

  @Test("keys are spread evenly, whatever the order of the engines")
  func spread() {
    let ring = HashRing(["engine-1", "engine-2", "engine-3"])
    #expect(ring == HashRing(["engine-3", "engine-1", "engine-2", "engine-1"]))
    let keys = (0 ..< 3_000).map { "user-\($0)" }
    let counts = Dictionary(grouping: keys) { ring.owner(of: $0) ?? "" }.mapValues(\.count)
    #expect(counts.count == 3)
    #expect(counts.values.allSatisfy { (850 ... 1_150).contains($0) }, "\(counts)")
  }

  @Test("without an engine only its keys and few others get new owners")
  func removal() {
    let (three, two) = (HashRing(["a", "b", "c"]), HashRing(["a", "b"]))
    let keys = (0 ..< 2_000).map { "user-\($0)" }
    let stayed = keys.filter { three.owner(of: $0) != "c" }
    let moved = stayed.filter { three.owner(of: $0) != two.owner(of: $0) }
    #expect(keys.allSatisfy { two.owner(of: $0) != "c" })
    // Not zero, since with fewer engines each has more points.
    #expect((1 ... stayed.count / 5).contains(moved.count), "\(moved.count) of \(stayed.count)")
  }
}
