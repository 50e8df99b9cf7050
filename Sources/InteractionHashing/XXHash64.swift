/// XXH64 with seed 0 (xxhash.com), the hash function of users' buckets and of Envoy's ring.
package enum XXHash64 {
  private static let prime1: UInt64 = 0x9E37_79B1_85EB_CA87
  private static let prime2: UInt64 = 0xC2B2_AE3D_27D4_EB4F
  private static let prime3: UInt64 = 0x1656_67B1_9E37_79F9
  private static let prime4: UInt64 = 0x85EB_CA77_C2B2_AE63
  private static let prime5: UInt64 = 0x27D4_EB2F_1656_67C5
  private static let stripeBytes = 32

  package static func hash(_ text: String) -> UInt64 { self.hash(Array(text.utf8)) }

  package static func hash(_ bytes: [UInt8]) -> UInt64 {
    var rest = bytes[...]
    var hash: UInt64
    if bytes.count >= Self.stripeBytes {
      var lanes = [Self.prime1 &+ Self.prime2, Self.prime2, 0, 0 &- Self.prime1]
      while rest.count >= Self.stripeBytes {
        for lane in lanes.indices { lanes[lane] = Self.round(lanes[lane], Self.word(&rest)) }
      }
      hash =
        Self.rotate(lanes[0], 1) &+ Self.rotate(lanes[1], 7) &+ Self.rotate(lanes[2], 12)
        &+ Self.rotate(lanes[3], 18)
      for lane in lanes {
        hash = (hash ^ Self.round(0, lane)) &* Self.prime1 &+ Self.prime4
      }
    } else {
      hash = Self.prime5
    }
    hash &+= UInt64(bytes.count)
    while rest.count >= 8 {
      hash ^= Self.round(0, Self.word(&rest))
      hash = Self.rotate(hash, 27) &* Self.prime1 &+ Self.prime4
    }
    if rest.count >= 4 {
      hash ^= Self.number(rest.prefix(4)) &* Self.prime1
      hash = Self.rotate(hash, 23) &* Self.prime2 &+ Self.prime3
      rest = rest.dropFirst(4)
    }
    for byte in rest {
      hash ^= UInt64(byte) &* Self.prime5
      hash = Self.rotate(hash, 11) &* Self.prime1
    }
    return Self.avalanche(hash)
  }

  private static func avalanche(_ hash: UInt64) -> UInt64 {
    var hash = hash
    hash = (hash ^ (hash >> 33)) &* Self.prime2
    hash = (hash ^ (hash >> 29)) &* Self.prime3
    return hash ^ (hash >> 32)
  }

  private static func round(_ lane: UInt64, _ word: UInt64) -> UInt64 {
    Self.rotate(lane &+ word &* Self.prime2, 31) &* Self.prime1
  }

  private static func rotate(_ value: UInt64, _ bits: UInt64) -> UInt64 {
    value << bits | value >> (64 - bits)
  }

  /// Removes the first eight bytes and returns them as a little-endian number.
  private static func word(_ rest: inout ArraySlice<UInt8>) -> UInt64 {
    defer { rest = rest.dropFirst(8) }
    return Self.number(rest.prefix(8))
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }
}
