import InteractionFiles

// Text for operators. Values from the store are escaped.

extension PublishOutcome {
  /// A Boolean value that indicates whether the version is active.
  package var isInForce: Bool {
    switch self {
    case .active, .unchanged: true
    case .busy, .superseded, .refused, .unanswered, .noEngines, .withdrawn, .unknown: false
    }
  }

  /// Returns the outcome of publishing a version, as lines of text.
  package func words(of version: DocumentVersion) -> [String] {
    let what = "\(version.name) \(version.digest.prefix(12).description.printable)"
    switch self {
    case .active(let number):
      return ["\(what) is in force on all engines, as number \(number)"]
    case .unchanged:
      return ["\(what) is already in force"]
    case .busy(let offer):
      return ["\(what) was not published: \(offer.words); try again afterwards"]
    case .superseded(let user):
      return [
        "\(what) was not published: \(user.displayName) published another version first; check"
          + " 'history' and publish again"
      ]
    case .refused(let engines):
      let reasons = engines.sorted { $0.key < $1.key }.flatMap { engine, reasons in
        reasons.map { "  \(engine.displayName): \($0.printable(atMost: 1_000))" }
      }
      return ["\(what) was not published: engines refused it:"] + reasons
    case .unanswered(let engines):
      return ["\(what) was not published: \(PublishFailure.unanswered(engines).words)"]
    case .noEngines:
      return ["\(what) was not published: no engine is registered; see --without-engines"]
    case .withdrawn(let failure):
      return ["\(what) was not published: \(failure.words); its offer is withdrawn"]
    case .unknown(let failure, let rest):
      return ["\(what) may come into force: \(failure.words); \(rest.words)"]
    }
  }
}

extension PublishFailure {
  fileprivate var words: String {
    switch self {
    case .interrupted: return "interrupted"
    case .unanswered(let engines):
      let names = engines.map(\.displayName).joined(separator: ", ")
      return "\(engines.isEmpty ? "the engines" : names) did not answer in time"
    case .store(let error):
      return "cannot access the fleet store: \(error.message.printable(atMost: 1_000))"
    }
  }
}

extension UnresolvedOffer {
  fileprivate var words: String {
    switch self {
    case .revoked: "its offer has ended; 'history' shows whether all engines had accepted it"
    case .open(let seconds):
      "its offer could not be withdrawn; engines can accept it for \(seconds) s if the store is"
        + " available, and 'history' shows the outcome"
    }
  }
}

extension WithdrawOutcome {
  /// Returns the outcome of withdrawing a document, as a line of text.
  package func words(of name: DocumentName) -> String {
    switch self {
    case .withdrawn: "\(name) is withdrawn"
    case .notInForce: "\(name) is not in force"
    case .busy(let offer): "\(name) was not withdrawn: \(offer.words)"
    case .superseded(let user):
      "\(name) was not withdrawn: \(user.displayName) published another version first; check"
        + " 'history'"
    }
  }
}
