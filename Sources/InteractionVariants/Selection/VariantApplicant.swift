/// A client that opens a session.
package struct VariantApplicant: Hashable, Sendable {
  /// The user; empty for none.
  package var user: String
  package var session: String
  package var clientName: String
  package var clientVersion: String
  /// The platform; empty if unknown.
  package var platform: String
  /// The BCP 47 tag; empty if unknown.
  package var locale: String
  /// The variant that a tester asks for; nil if none.
  package var requested: String?

  package init(
    user: String, session: String, clientName: String = "", clientVersion: String = "",
    platform: String = "", locale: String = "", requested: String? = nil
  ) {
    self.user = user
    self.session = session
    self.clientName = clientName
    self.clientVersion = clientVersion
    self.platform = platform
    self.locale = locale
    self.requested = requested
  }

  /// The hashed name: the user's, else the session's.
  package var key: String { self.user.isEmpty ? self.session : self.user }
}
