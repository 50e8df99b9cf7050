import Foundation
import InteractionFiles
import Logging
import Metrics
import NIOCertificateReloading
import Synchronization
import X509

/// The server's certificate and key, reloaded when they change. If the new pair is unusable, the
/// last good one stays in force, and the error is logged and counted.
final class ReloadingCertificate: Sendable {
  /// The delay before a reload: certificate and key are two files, which do not change at the same
  /// moment.
  private static let settlingTime = Duration.milliseconds(500)

  private struct State: Sendable {
    /// The fingerprint of the files at the last read.
    var fingerprint: String
    /// The error of the last reload; nil if it succeeded.
    var problem: String?
  }

  let reloader: TimedCertificateReloader
  private let files: TransportSecurity.Files
  private let logger: Logger
  private let state: Mutex<State>
  private let succeeded = Counter(
    label: "interaction_certificate_reloads_total", dimensions: [("result", "ok")])
  private let failed = Counter(
    label: "interaction_certificate_reloads_total", dimensions: [("result", "error")])

  /// - Throws: If a file is unusable, or the key does not match the certificate.
  init(_ files: TransportSecurity.Files, logger: Logger) throws {
    self.files = files
    self.logger = logger
    self.state = Mutex(State(fingerprint: Self.fingerprint(of: files)))
    let expiry = Meter(label: "interaction_certificate_expiry_timestamp_seconds")
    self.reloader = try TimedCertificateReloader.makeReloaderValidatingSources(
      configuration: .init(
        // Longer than any process waits: ``watch()`` triggers the reloads.
        refreshInterval: .seconds(86_400),
        certificateSource: .init(location: .file(path: files.certificate), format: .pem),
        privateKeySource: .init(location: .file(path: files.key), format: .pem)
      ) {
        $0.onCertificateLoaded = { loaded in
          guard let leaf = loaded.currentX509CertificateChain.first else { return }
          expiry.set(leaf.notValidAfter.timeIntervalSince1970.rounded())
          let expires = leaf.notValidAfter.formatted(.iso8601)
          if leaf.notValidAfter < Date() {
            logger.error("loaded an expired certificate", metadata: ["expires": "\(expires)"])
          } else if loaded.previousX509CertificateChain != nil {
            logger.info("certificate loaded", metadata: ["expires": "\(expires)"])
          }
        }
      })
  }

  /// Reloads the files when they change, until the task is cancelled.
  func watch() async {
    let urls = [self.files.certificate, self.files.key].map { URL(fileURLWithPath: $0) }
    await FileWatcher(files: urls).run(settling: Self.settlingTime) { await self.reloadIfChanged() }
  }

  /// Reloads the files if they have changed, or if the last reload failed: its cause need not show
  /// in the files' attributes. The same error is logged once.
  private func reloadIfChanged() async {
    let (seen, problem) = self.state.withLock { ($0.fingerprint, $0.problem) }
    if Self.fingerprint(of: self.files) == seen, problem == nil { return }
    // The other file may still be in the middle of its replacement.
    guard (try? await Task.sleep(for: Self.settlingTime)) != nil else { return }
    let current = Self.fingerprint(of: self.files)
    do {
      try self.reloader.reload()
      self.state.withLock { $0 = State(fingerprint: current) }
      self.succeeded.increment()
    } catch {
      let found = firstLine(of: error)
      self.state.withLock { $0 = State(fingerprint: current, problem: found) }
      if found == problem, current == seen { return }
      self.failed.increment()
      self.logger.error(
        "certificate reload failed; the previous certificate stays in use",
        metadata: [
          "certificate": "\(self.files.certificate)", "key": "\(self.files.key)",
          "problem": "\(found)",
        ])
    }
  }

  private static func fingerprint(of files: TransportSecurity.Files) -> String {
    [files.certificate, files.key].map { name in
      let path = URL(fileURLWithPath: name).resolvingSymlinksInPath().path
      let attributes = try? FileManager.default.attributesOfItem(atPath: path)
      let number = attributes?[.systemFileNumber] as? Int ?? -1
      let size = attributes?[.size] as? Int ?? -1
      let date = attributes?[.modificationDate] as? Date
      return "\(path) \(number) \(size) \(date?.timeIntervalSince1970 ?? 0)"
    }.joined(separator: "\n")
  }
}

/// Returns the first line of an error's description.
func firstLine(of error: any Error) -> String {
  "\(error)".split(separator: "\n").first.map(String.init) ?? "unknown error"
}
