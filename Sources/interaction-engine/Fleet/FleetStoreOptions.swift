import ArgumentParser
import Foundation
import InteractionEtcd
import InteractionFleet

/// The options of the fleet's store, an etcd cluster.
struct FleetStoreOptions: ParsableArguments {
  @Option(
    name: .customLong("fleet-store"),
    help: ArgumentHelp(
      "A member of the etcd that the engines share, as host:port; may be repeated, or a list with"
        + " commas.",
      valueName: "host:port"))
  var stores: [String] = []

  @Option(
    help: ArgumentHelp(
      "What the fleet's keys begin with in the store; one etcd may serve several fleets.",
      valueName: "prefix"))
  var fleetPrefix = "/interaction/"

  @Option(
    help: ArgumentHelp(
      "Who signs the store's certificate, PEM; speaks to it with encryption.", valueName: "file"))
  var fleetCa: String?

  @Option(
    help: ArgumentHelp(
      "A certificate to show to the store, PEM; needs --fleet-ca.", valueName: "file"))
  var fleetCertificate: String?

  @Option(help: ArgumentHelp("The certificate's private key, PEM.", valueName: "file"))
  var fleetKey: String?

  @Option(
    help: ArgumentHelp(
      "A user of the store; needs --fleet-password-file.", valueName: "name"))
  var fleetUser: String?

  @Option(
    help: ArgumentHelp("File that holds the user's password, and nothing else.", valueName: "file"))
  var fleetPasswordFile: String?

  func validate() throws {
    guard (self.fleetCertificate == nil) == (self.fleetKey == nil) else {
      throw ValidationError("--fleet-certificate and --fleet-key belong together")
    }
    guard self.fleetCertificate == nil || self.fleetCa != nil else {
      throw ValidationError("--fleet-certificate needs --fleet-ca")
    }
    guard (self.fleetUser == nil) == (self.fleetPasswordFile == nil) else {
      throw ValidationError("--fleet-user and --fleet-password-file belong together")
    }
    guard self.fleetPrefix.hasSuffix("/") else {
      throw ValidationError("--fleet-prefix is '\(self.fleetPrefix)'; must end with a /")
    }
    _ = try self.addresses
  }

  /// The addresses of the store's members; empty without a fleet.
  var addresses: [EtcdOptions.Address] {
    get throws {
      try self.stores.flatMap { $0.split(separator: ",") }.map { text in
        guard let address = EtcdOptions.Address(String(text)) else {
          throw ValidationError(
            "--fleet-store is '\(text)'; must be host:port such as 127.0.0.1:2379")
        }
        return address
      }
    }
  }

  /// - Throws: ``Failure`` if a file cannot be used.
  func store() throws -> EtcdStore {
    var options = EtcdOptions(addresses: try self.addresses)
    options.prefix = self.fleetPrefix
    if let authority = self.fleetCa {
      var identity: EtcdOptions.Identity?
      if let certificate = self.fleetCertificate, let key = self.fleetKey {
        identity = EtcdOptions.Identity(certificate: certificate, key: key)
      }
      options.security = .tls(EtcdOptions.TLS(authorities: authority, identity: identity))
    }
    if let name = self.fleetUser, let file = self.fleetPasswordFile {
      options.user = EtcdOptions.User(name: name, password: try Self.password(in: file))
    }
    do {
      return try EtcdStore(options)
    } catch {
      throw Failure("the fleet's store cannot be spoken to: \(error)")
    }
  }

  private static func password(in file: String) throws -> String {
    do {
      let text = try String(contentsOf: URL(fileURLWithPath: file), encoding: .utf8)
      return text.trimmingCharacters(in: .newlines)
    } catch {
      throw Failure("\(file): cannot be read: \(error.localizedDescription)")
    }
  }
}
