import Testing

@testable import InteractionEtcd

@Suite("Keys of an etcd")
struct EtcdKeyTests {
  @Test(
    "a key is seen below the prefix, if it is a text",
    arguments: [
      (Array("/interaction/epoch".utf8), "epoch"), (Array("/interaction/".utf8), ""),
      (Array("/interactionz".utf8), nil), ([], nil),
      (Array("/interaction/engine/".utf8) + [0xFF], nil),
      // A combining character, which would merge with the slash.
      (Array("/interaction/\u{301}".utf8), "\u{301}"),
    ] as [([UInt8], String?)])
  func seen(bytes: [UInt8], key: String?) throws {
    let address = try #require(EtcdOptions.Address("127.0.0.1:1"))
    let store = try EtcdStore(EtcdOptions(addresses: [address]))
    #expect(store.key(from: bytes).map { Array($0.utf8) } == key.map { Array($0.utf8) })
  }
}
