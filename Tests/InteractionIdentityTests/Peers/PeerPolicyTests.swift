import Foundation
import InteractionIdentity
import Testing
import X509

@Suite("Peers of mutual TLS")
struct PeerPolicyTests {
  static let options = [
    "spiffe://shop.example/backend=backend", "ops.internal=operator", "Gate.Internal=client",
    "gate.internal=backend", "https://shop.example/?a=b=client",
  ]

  @Test(
    "names that are listed",
    arguments: [
      ([.dnsName("ops.internal")], "ops.internal", [.operator]),
      ([.dnsName("OPS.Internal")], "ops.internal", [.operator]),
      ([.dnsName("gate.internal")], "gate.internal", [.client, .backend]),
      (
        [.uniformResourceIdentifier("spiffe://shop.example/backend")],
        "spiffe://shop.example/backend", [.backend]
      ),
      (
        [.uniformResourceIdentifier("https://shop.example/?a=b")], "https://shop.example/?a=b",
        [.client]
      ),
      (
        [.dnsName("other"), .dnsName("ops.internal"), .dnsName("gate.internal")], "ops.internal",
        [.operator, .client, .backend]
      ),
    ] as [([GeneralName], String, Set<Role>)])
  func known(names: [GeneralName], subject: String, roles: Set<Role>) throws {
    let caller = try PeerPolicy(Self.options).caller(for: try certificate(names))
    #expect(caller == Caller(kind: .certificate, subject: subject, roles: roles))
  }

  @Test(
    "names that are not",
    arguments: [
      nil, [], [.dnsName("ops.internal.")], [.dnsName("*.internal")], [.dnsName("*")],
      [.dnsName("a.ops.internal")], [.dnsName("internal")], [.dnsName("ops.internal\u{0}")],
      [.dnsName("spiffe://shop.example/backend")], [.uniformResourceIdentifier("ops.internal")],
      [.uniformResourceIdentifier("spiffe://shop.example/backend/")],
      [.uniformResourceIdentifier("spiffe://shop.example/Backend")],
      [.uniformResourceIdentifier("SPIFFE://shop.example/backend")],
      [.uniformResourceIdentifier("spiffe://shop.example/*")], [.rfc822Name("ops.internal")],
    ] as [[GeneralName]?])
  func unknown(names: [GeneralName]?) throws {
    let policy = try PeerPolicy(Self.options)
    // The common name is ignored.
    #expect(policy.caller(for: try certificate(names, commonName: "ops.internal")) == nil)
  }

  @Test("a list without names knows no peer")
  func empty() throws {
    #expect(try PeerPolicy([]).caller(for: try certificate([.dnsName("ops.internal")])) == nil)
  }

  @Test(
    "options whose name cannot be matched",
    arguments: [
      "", "*", "*.internal", "a..b", ".a", "a.", "a b", "10.0.0.1", "::1", "a:1",
      "spiffe://shop.example/*", "spiffe://", "://a", "1://a", "spiffe://a b", "caf\u{E9}.example",
      String(repeating: "a", count: 64), Array(repeating: "ab", count: 85).joined(separator: "."),
      "spiffe://" + String(repeating: "a", count: 2040),
    ])
  func badName(name: String) {
    let error = #expect(throws: IdentityConfigurationError.self) {
      try PeerPolicy(["\(name)=client"])
    }
    #expect(
      error?.problems == [
        "--peer-role is '\(name)=client'; the name must be a DNS name or a URI, without wildcard"
      ])
  }

  @Test("every problem of every option is listed")
  func problems() {
    let error = #expect(throws: IdentityConfigurationError.self) {
      try PeerPolicy(["a.internal", "a.internal=", "a.internal=Operator", "*=root", "b=client"])
    }
    let roles = "the role must be one of client, backend, operator, tester"
    #expect(
      error?.description == """
        --peer-role is 'a.internal'; must be <name>=<role>
        --peer-role is 'a.internal='; \(roles)
        --peer-role is 'a.internal=Operator'; \(roles)
        --peer-role is '*=root'; the name must be a DNS name or a URI, without wildcard
        --peer-role is '*=root'; \(roles)
        """)
  }
}
