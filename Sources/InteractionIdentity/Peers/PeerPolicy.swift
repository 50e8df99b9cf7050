package import X509

/// The roles of mutual TLS peers, by the names in their certificates.
///
/// Only subject alternative names count, never the common name. TLS has validated the certificate
/// before.
@available(InteractionEngine 1.0, *)
package struct PeerPolicy: Sendable {
  private let roles: [PeerName: Set<Role>]

  /// Parses options such as `spiffe://shop.example/backend=backend` or `ops.internal=operator`; a
  /// name with several roles has several options.
  ///
  /// - Throws: ``IdentityConfigurationError`` with all problems.
  package init(_ options: [String]) throws(IdentityConfigurationError) {
    var problems: [String] = []
    var roles: [PeerName: Set<Role>] = [:]
    for option in options {
      // URIs can contain `=`, and roles cannot.
      guard let sign = option.lastIndex(of: "=") else {
        problems.append("--peer-role is '\(option)'; must be <name>=<role>")
        continue
      }
      let name = PeerName(String(option[..<sign]))
      let role = Role(rawValue: String(option[option.index(after: sign)...]))
      if name == nil {
        problems.append(
          "--peer-role is '\(option)'; the name must be a DNS name or a URI, without wildcard")
      }
      if role == nil {
        let known = Role.allCases.map(\.rawValue).joined(separator: ", ")
        problems.append("--peer-role is '\(option)'; the role must be one of \(known)")
      }
      if let name, let role { roles[name, default: []].insert(role) }
    }
    if !problems.isEmpty { throw IdentityConfigurationError(problems) }
    self.roles = roles
  }

  /// Returns the caller of a certificate: its first known name, with the roles of all known names;
  /// nil if no name is known. It does not expire, since TLS has checked the validity period.
  package func caller(for certificate: Certificate) -> Caller? {
    guard let names = try? certificate.extensions.subjectAlternativeNames else { return nil }
    let known = names.compactMap(PeerName.init).filter { self.roles[$0] != nil }
    guard let first = known.first else { return nil }
    return Caller(
      kind: .certificate, subject: first.text,
      roles: known.reduce(into: []) { $0.formUnion(self.roles[$1] ?? []) })
  }
}
