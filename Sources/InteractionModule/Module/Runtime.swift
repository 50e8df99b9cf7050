/// Fills the seed of hashing, the only random number that the standard library needs: always the
/// same, so that every run is alike.
@_cdecl("arc4random_buf")
func fill(_ bytes: UnsafeMutableRawPointer, _ count: Int) {
  bytes.initializeMemory(as: UInt8.self, repeating: 42, count: count)
}
