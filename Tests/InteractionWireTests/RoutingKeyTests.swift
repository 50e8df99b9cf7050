import InteractionWire
import Testing

@Suite("The key that proxies choose an engine by")
struct RoutingKeyTests {
  @Test("A session's key is its user's, if there is one")
  func isTheUsers() {
    #expect(RoutingKey.of(user: "ann", sessionID: "s1") == "ann")
    #expect(RoutingKey.of(user: "", sessionID: "s1") == "s1")
  }

  @Test(
    "A key can stand in a header and in an address",
    arguments: [
      ("Ann-1.2_3~", "Ann-1.2_3~"), ("ann@shop.example", "ann%40shop.example"),
      ("a b&c=d/e%", "a%20b%26c%3Dd%2Fe%25"), ("it's (a) *!", "it's%20(a)%20*!"),
      ("\u{e9}\n", "%C3%A9%0A"), ("\u{1f600}", "%F0%9F%98%80"), ("", ""),
    ])
  func isSafe(name: String, key: String) {
    #expect(RoutingKey.of(name) == key)
  }
}
