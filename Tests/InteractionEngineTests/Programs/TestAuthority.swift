import Crypto
import Foundation
import SwiftASN1
import X509

/// A certificate authority.
struct TestAuthority {
  private let key = P256.Signing.PrivateKey()
  private let name: DistinguishedName

  /// A certificate with its key, in PEM.
  struct Identity {
    var certificate: Certificate
    var pem: String
    var key: String
  }

  init() throws {
    self.name = try DistinguishedName { CommonName("an authority for tests") }
  }

  /// The root certificate.
  var root: String {
    get throws {
      try self.certificate(
        of: self.name, self.key.publicKey,
        Certificate.Extensions {
          Critical(BasicConstraints.isCertificateAuthority(maxPathLength: nil))
        }
      ).serializeAsPEM().pemString
    }
  }

  func issue(_ names: GeneralName...) throws -> Identity {
    let key = P256.Signing.PrivateKey()
    let certificate = try self.certificate(
      of: DistinguishedName { CommonName("tests") }, key.publicKey,
      Certificate.Extensions { SubjectAlternativeNames(names) })
    return Identity(
      certificate: certificate, pem: try certificate.serializeAsPEM().pemString,
      key: key.pemRepresentation)
  }

  private func certificate(
    of subject: DistinguishedName, _ key: P256.Signing.PublicKey,
    _ extensions: Certificate.Extensions
  ) throws -> Certificate {
    let now = Date()
    return try Certificate(
      version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: .init(key),
      notValidBefore: now - 86_400, notValidAfter: now + 86_400, issuer: self.name,
      subject: subject, signatureAlgorithm: .ecdsaWithSHA256, extensions: extensions,
      issuerPrivateKey: .init(self.key))
  }
}

extension GeneralName {
  /// Returns an IP address as a subject alternative name.
  static func address(_ bytes: UInt8...) -> GeneralName {
    .ipAddress(ASN1OctetString(contentBytes: bytes[...]))
  }
}

/// The certificate files of a server, with its options.
struct CertificateFiles {
  let folder: TestFolder
  let authority: TestAuthority

  init(in folder: TestFolder) throws {
    (self.folder, self.authority) = (folder, try TestAuthority())
    try folder.write("root.pem", self.authority.root)
    try self.write(self.authority.issue(.dnsName("localhost")))
  }

  func write(_ identity: TestAuthority.Identity) throws {
    try self.folder.write("certificate.pem", identity.pem)
    try self.folder.write("key.pem", identity.key)
  }

  var options: [String] {
    [
      "--tls-certificate", self.folder.path("certificate.pem"),
      "--tls-key", self.folder.path("key.pem"),
    ]
  }

  /// The options that also require client certificates.
  var mutual: [String] { self.options + ["--tls-client-ca", self.folder.path("root.pem")] }
}
