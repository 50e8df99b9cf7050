import ArgumentParser
import Foundation
import InteractionEtcd
import InteractionFleet

/// The options of the fleet's store, an etcd cluster.
struct FleetStoreOptions: ParsableArguments {
  @Option(
    name: .customLong("fleet-store"),
    help: ArgumentHelp(
      "Address of a member of the fleet's etcd, as host:port; may be repeated or separated by"
        + " commas.",
      valueName: "host:port"))
  var stores: [String] = []

  @Option(
    help: ArgumentHelp(
      "Prefix of the fleet's keys in etcd, ends with /; each fleet of an etcd needs its own.",
      valueName: "prefix"))
  var fleetPrefix = "/interaction/"

  @Option(
    help: ArgumentHelp(
      "CA certificates that verify the store's certificate, PEM; enables TLS.", valueName: "file"))
  var fleetCa: String?

  @Option(
    help: ArgumentHelp(
      "Client certificate chain for the store (mutual TLS), PEM; needs --fleet-ca and --fleet-key.",
      valueName: "file"))
  var fleetCertificate: String?

  @Option(help: ArgumentHelp("Private key of --fleet-certificate, PEM.", valueName: "file"))
  var fleetKey: String?

  @Option(
    help: ArgumentHelp(
      "User name for the store; needs --fleet-password-file.", valueName: "name"))
  var fleetUser: String?

  @Option(
    help: ArgumentHelp("File that contains the password of --fleet-user only.", valueName: "file"))
  var fleetPasswordFile: String?

  func validate() throws {
    guard (self.fleetCertificate == nil) == (self.fleetKey == nil) else {
      throw ValidationError("--fleet-certificate and --fleet-key must be used together")
    }
    guard self.fleetCertificate == nil || self.fleetCa != nil else {
      throw ValidationError("--fleet-certificate needs --fleet-ca")
    }
    guard (self.fleetUser == nil) == (self.fleetPasswordFile == nil) else {
      throw ValidationError("--fleet-user and --fleet-password-file must be used together")
    }
    guard self.fleetPrefix.hasSuffix("/") else {
      throw ValidationError("--fleet-prefix is '\(self.fleetPrefix)'; must end with /")
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

  /// - Throws: ``UserFacingError`` if a file cannot be used.
  func store() throws -> EtcdStore {
    var options = EtcdOptions(addresses: try self.addresses)
    options.prefix = self.fleetPrefix
    if let authority = self.fleetCa {
      var identity: EtcdOptions.Identity?
      if let certificate = self.fleetCertificate, let key = self.fleetKey {
        identity = EtcdOptions.Identity(certificate: certificate, key: key)
      }
      options.security = .tls(EtcdOptions.TLS(caFile: authority, identity: identity))
    }
    if let name = self.fleetUser, let file = self.fleetPasswordFile {
      options.user = EtcdOptions.User(name: name, password: try Self.password(in: file))
    }
    do {
      return try EtcdStore(options)
    } catch {
      throw UserFacingError("--fleet-store: cannot create a client: \(error)")
    }
  }

  private static func password(in file: String) throws -> String {
    do {
      let text = try String(contentsOf: URL(fileURLWithPath: file), encoding: .utf8)
      return text.trimmingCharacters(in: .newlines)
    } catch {
      throw UserFacingError(
        "--fleet-password-file is '\(file)'; cannot read it: \(error.localizedDescription)")
    }
  }
}
