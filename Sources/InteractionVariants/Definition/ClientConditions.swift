package import InteractionWire

/// Conditions on clients; all must hold. A value that a client does not state fulfils none.
package struct ClientConditions: Hashable, Sendable {
  let clientNames: [String]
  let fromVersion: ClientVersion?
  let beforeVersion: ClientVersion?
  let platforms: [String]
  let locales: [String]
  /// The version texts, for explanations.
  private let texts: [String]

  package init(_ proto: Interaction_V1_VariantConditions) {
    self.clientNames = proto.clientNames
    self.fromVersion = ClientVersion(proto.fromVersion)
    self.beforeVersion = ClientVersion(proto.beforeVersion)
    self.platforms = proto.platforms
    self.locales = proto.locales
    self.texts = [proto.fromVersion, proto.beforeVersion]
  }

  /// Returns the conditions as steps of a selection, in order.
  func steps(for applicant: VariantApplicant) -> [(step: SelectionStep, isMet: Bool)] {
    var steps: [(SelectionStep, Bool)] = []
    func add(_ name: String, _ found: String, _ wanted: String, _ isMet: Bool) {
      let input = "\(found.isEmpty ? "not stated" : "'\(found)'"); wanted \(wanted)"
      steps.append((SelectionStep(name, input, isMet ? "fulfilled" : "not fulfilled"), isMet))
    }
    func isOne(_ text: String, of others: [String]) -> Bool {
      others.contains { $0.utf8.elementsEqual(text.utf8) }
    }
    if !self.clientNames.isEmpty {
      add(
        "client name", applicant.clientName, Self.list(self.clientNames),
        isOne(applicant.clientName, of: self.clientNames))
    }
    let version = ClientVersion(applicant.clientVersion)
    if let lowest = self.fromVersion {
      add(
        "client version", applicant.clientVersion, "\(self.texts[0]) or later",
        version.map { $0 >= lowest } ?? false)
    }
    if let end = self.beforeVersion {
      add(
        "client version", applicant.clientVersion, "before \(self.texts[1])",
        version.map { $0 < end } ?? false)
    }
    if !self.platforms.isEmpty {
      add(
        "platform", applicant.platform, Self.list(self.platforms),
        isOne(applicant.platform, of: self.platforms))
    }
    if !self.locales.isEmpty {
      let tag = applicant.locale.lowercased()
      add(
        "locale", applicant.locale, Self.list(self.locales),
        self.locales.map { $0.lowercased() }.contains { tag == $0 || tag.hasPrefix("\($0)-") })
    }
    return steps
  }

  private static func list(_ values: [String]) -> String {
    values.map { "'\($0)'" }.joined(separator: " or ")
  }
}
