import Foundation
import InteractionFiles
import Logging
import Metrics
import NIOCertificateReloading
import Synchronization
import X509

/// The server's certificate and key, read again when they change. A pair that cannot be used leaves
/// the last good one in force, and that is told: until the operator mends it the certificate grows
/// older.
final class WatchedCertificate: Sendable {
  /// A certificate and its key are two files, which do not change at the same moment.
  private static let settlingTime = Duration.milliseconds(500)

  private struct State: Sendable {
    /// What the files were when they were read last.
    var seen: String
    /// Why they cannot be used; nil if they can.
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

  /// - Throws: If a file cannot be used, or the key is not the certificate's.
  init(_ files: TransportSecurity.Files, logger: Logger) throws {
    self.files = files
    self.logger = logger
    self.state = Mutex(State(seen: Self.fingerprint(of: files)))
    let expiry = Meter(label: "interaction_certificate_expiry_timestamp_seconds")
    self.reloader = try TimedCertificateReloader.makeReloaderValidatingSources(
      configuration: .init(
        // Its own period never comes: ``watch()`` says when files have changed.
        refreshInterval: .seconds(86_400),
        certificateSource: .init(location: .file(path: files.certificate), format: .pem),
        privateKeySource: .init(location: .file(path: files.key), format: .pem)
      ) {
        $0.onCertificateLoaded = { loaded in
          guard let leaf = loaded.currentX509CertificateChain.first else { return }
          expiry.set(leaf.notValidAfter.timeIntervalSince1970.rounded())
          let expires = leaf.notValidAfter.formatted(.iso8601)
          if leaf.notValidAfter < Date() {
            logger.error("certificate loaded that has expired", metadata: ["expires": "\(expires)"])
          } else if loaded.previousX509CertificateChain != nil {
            logger.info("certificate loaded", metadata: ["expires": "\(expires)"])
          }
        }
      })
  }

  /// Keeps it current until the task is cancelled.
  func watch() async {
    let urls = [self.files.certificate, self.files.key].map { URL(fileURLWithPath: $0) }
    await FileWatch(files: urls).run(settling: Self.settlingTime) { await self.look() }
  }

  /// Looks whether there is something new. What cannot be used is read again each time, since what
  /// was in the way need not show; the same problem is told once.
  private func look() async {
    let (seen, problem) = self.state.withLock { ($0.seen, $0.problem) }
    if Self.fingerprint(of: self.files) == seen, problem == nil { return }
    // The other of the two files may be on its way.
    guard (try? await Task.sleep(for: Self.settlingTime)) != nil else { return }
    let current = Self.fingerprint(of: self.files)
    do {
      try self.reloader.reload()
      self.state.withLock { $0 = State(seen: current) }
      self.succeeded.increment()
    } catch {
      let found = firstLine(of: error)
      self.state.withLock { $0 = State(seen: current, problem: found) }
      if found == problem, current == seen { return }
      self.failed.increment()
      self.logger.error(
        "certificate not reloaded; the last good one stays in force",
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

/// What an error says in its first line.
func firstLine(of error: any Error) -> String {
  "\(error)".split(separator: "\n").first.map(String.init) ?? "no reason is known"
}
