import Crypto
import Foundation
import X509

/// Returns a self-signed certificate with these names.
func certificate(_ names: [GeneralName]?, commonName: String = "test") throws -> Certificate {
  let key = Certificate.PrivateKey(P256.Signing.PrivateKey())
  let subject = try DistinguishedName { CommonName(commonName) }
  return try Certificate(
    version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: key.publicKey,
    notValidBefore: TestToken.now, notValidAfter: TestToken.now + 600, issuer: subject,
    subject: subject, signatureAlgorithm: .ecdsaWithSHA256,
    extensions: try Certificate.Extensions {
      if let names { SubjectAlternativeNames(names) }
    }, issuerPrivateKey: key)
}
