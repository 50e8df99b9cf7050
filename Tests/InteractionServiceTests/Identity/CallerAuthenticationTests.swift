import Crypto
import Foundation
import InteractionCore
import InteractionIdentity
import InteractionWire
import Testing
import X509

@testable import InteractionService
@testable import InteractionStream

@Suite("Admission and identity of callers")
struct CallerAuthenticationTests {
  /// A server's authentication.
  enum Server: CaseIterable {
    /// No authentication.
    case open
    /// Client certificates of `ops.internal` with the roles operator and client; no tokens.
    case peers
    /// No credentials are accepted.
    case closed
  }

  /// A caller's credentials.
  enum Credentials: CaseIterable {
    case nothing
    case certificate
    case token
    case twoTokens
  }

  private static let table: [Server: [Credentials: StreamError.Reason?]] = [
    .open: [.nothing: nil, .certificate: nil, .token: nil, .twoTokens: .tokenInvalid],
    .peers: [
      .nothing: .tokenMissing, .certificate: nil, .token: .tokenInvalid,
      .twoTokens: .tokenInvalid,
    ],
    .closed: [
      .nothing: .tokenMissing, .certificate: .tokenMissing, .token: .tokenInvalid,
      .twoTokens: .tokenInvalid,
    ],
  ]

  @Test("each server, for each evidence and role", arguments: Server.allCases)
  func callers(server: Server) async throws {
    let gatekeeper = try Self.gatekeeper(server)
    let certificate = try Self.certificate()
    for evidence in Credentials.allCases {
      let expected = try #require(Self.table[server]?[evidence])
      for role in Role.allCases {
        let found: StreamError.Reason?
        do throws(StreamError) {
          let caller = try await gatekeeper.caller(
            authorization: Array(
              repeating: "Bearer x", count: [.token: 1, .twoTokens: 2][evidence] ?? 0),
            certificate: evidence == .nothing ? nil : certificate, needing: role)
          found = nil
          #expect(caller.subject == (server == .open ? "" : "ops.internal"))
        } catch {
          found = error.reason
        }
        let lacksRole = server == .peers && [.backend, .tester].contains(role)
        #expect(found == expected ?? (lacksRole ? .roleMissing : nil), "\(evidence), \(role)")
      }
    }
  }

  @Test("only where nothing has to be proven a caller is known without a look")
  func anonymous() throws {
    for server in Server.allCases {
      #expect((try Self.gatekeeper(server).anonymous != nil) == (server == .open))
    }
  }

  @Test(
    "the user of an opening: a token's subject, or any user for a certificate",
    arguments: [
      (.token, "", "ada"), (.token, "ada", "ada"), (.token, "bob", nil),
      (.certificate, "", ""), (.certificate, "ada", "ada"), (.certificate, "bob", "bob"),
      (.anonymous, "", ""), (.anonymous, "bob", "bob"),
    ] as [(Caller.CredentialKind, String, String?)])
  func claim(kind: Caller.CredentialKind, asked: String, expected: String?) {
    let caller = Caller(kind: kind, subject: "ada", roles: [.client])
    var open = OpenFrame.sample()
    open.user = asked
    var found: StreamError.Reason?
    do throws(StreamError) { try caller.claim(&open) } catch { found = error.reason }
    #expect(found == (expected == nil ? .roleMissing : nil))
    #expect(open.user == expected ?? asked)
  }

  private static func gatekeeper(_ server: Server) throws -> CallerAuthentication {
    let authority =
      switch server {
      case .open: CredentialVerifier.open
      case .peers:
        CredentialVerifier(
          tokens: nil, peers: try PeerPolicy(["ops.internal=operator", "ops.internal=client"]))
      case .closed: CredentialVerifier(tokens: nil, peers: nil)
      }
    return CallerAuthentication(authority: authority) { _ in nil }
  }

  private static func certificate() throws -> Certificate {
    let key = Certificate.PrivateKey(P256.Signing.PrivateKey())
    let subject = try DistinguishedName { CommonName("test") }
    let now = Date(timeIntervalSince1970: 1_700_000_000)
    return try Certificate(
      version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: key.publicKey,
      notValidBefore: now, notValidAfter: now + 600, issuer: subject, subject: subject,
      signatureAlgorithm: .ecdsaWithSHA256,
      extensions: try Certificate.Extensions {
        SubjectAlternativeNames([.dnsName("ops.internal")])
      }, issuerPrivateKey: key)
  }
}
