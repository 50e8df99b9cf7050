import Dispatch
package import Foundation

/// Watches files for changes: by kernel notifications, and by polling in addition, since not every
/// file system sends them.
@available(InteractionEngine 1.0, *)
package struct FileWatcher: Sendable {
  /// The polling interval where the kernel sends notifications.
  package static let slowInterval = Duration.seconds(5)
  /// The polling interval where the kernel sends none.
  package static let fastInterval = Duration.seconds(1)
  /// The minimum pause between two checks: changes within it cause one more check.
  package static let minimumPause = Duration.milliseconds(50)

  /// The folders to watch; links may change them.
  private let folders: @Sendable () -> Set<String>
  private let interval: Duration?

  /// Watches files, and the targets of their links.
  ///
  /// - Parameter interval: The polling interval; nil for the default.
  package init(files: [URL], every interval: Duration? = nil) {
    self.folders = {
      Set(files.flatMap { [$0, $0.resolvingSymlinksInPath()] }.map { Self.folder(of: $0) })
    }
    self.interval = interval
  }

  /// Watches the contents of a folder.
  package init(folder: URL, every interval: Duration? = nil) {
    self.folders = {
      [folder.path, folder.resolvingSymlinksInPath().path, Self.folder(of: folder)]
    }
    self.interval = interval
  }

  /// Calls `look` at once and after every possible change, until the task is cancelled.
  ///
  /// Runs on its own executor: a hanging file system blocks only this watch.
  ///
  /// - Parameter settling: The pause after a call, in which further changes are conflated.
  package func run(
    settling: Duration = FileWatcher.minimumPause, _ look: () async -> Void
  ) async {
    await withTaskExecutorPreference(FileExecutor(label: "file-watch")) {
      for await _ in self.changes() {
        await look()
        guard (try? await Task.sleep(for: settling)) != nil else { return }
      }
    }
  }

  /// Returns a stream that yields once at the beginning, and after every possible change.
  /// Unconsumed changes are conflated.
  package func changes() -> AsyncStream<Void> {
    let (changes, change) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let queue = DispatchQueue(label: "file-watch", qos: .utility)
    let notices = InotifyWatcher(queue: queue, folders: self.folders) { change.yield() }
    let timer = PollTimer(
      queue: queue, every: self.interval ?? (notices == nil ? Self.fastInterval : Self.slowInterval)
    ) {
      notices?.updateWatches()
      change.yield()
    }
    change.onTermination = { _ in
      timer.cancel()
      notices?.cancel()
    }
    change.yield()
    return changes
  }

  private static func folder(of url: URL) -> String { url.deletingLastPathComponent().path }
}

/// A libdispatch timer; its methods are thread-safe.
@available(InteractionEngine 1.0, *)
private struct PollTimer: @unchecked Sendable {
  private let source: any DispatchSourceTimer

  init(queue: DispatchQueue, every interval: Duration, _ ring: @escaping @Sendable () -> Void) {
    let (seconds, attoseconds) = interval.components
    // At least 1 ms, so that the timer does not spin.
    let pause = max(Double(seconds) + Double(attoseconds) / 1e18, 0.001)
    self.source = DispatchSource.makeTimerSource(queue: queue)
    self.source.schedule(deadline: .now() + pause, repeating: pause, leeway: .milliseconds(1))
    self.source.setEventHandler(handler: ring)
    self.source.resume()
  }

  func cancel() { self.source.cancel() }
}
