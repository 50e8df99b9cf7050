import Dispatch
package import Foundation

/// Looks at files when they may have changed: when the kernel says so, and from time to time all
/// the same, since not every file system tells.
@available(InteractionEngine 1.0, *)
package struct FileWatch: Sendable {
  /// How often it looks where the kernel tells.
  package static let slowInterval = Duration.seconds(5)
  /// How often it looks where the kernel cannot.
  package static let fastInterval = Duration.seconds(1)
  /// How long it waits after a change: what is written in several steps is looked at once.
  package static let settlingTime = Duration.milliseconds(50)

  /// The folders in which a change shows; they may be other ones after a change.
  private let folders: @Sendable () -> Set<String>
  private let interval: Duration?

  /// Watches files, and what they link to.
  ///
  /// - Parameter interval: How often it looks, whatever the kernel says; nil for the defaults.
  package init(files: [URL], every interval: Duration? = nil) {
    self.folders = {
      Set(files.flatMap { [$0, $0.resolvingSymlinksInPath()] }.map { Self.folder(of: $0) })
    }
    self.interval = interval
  }

  /// Watches what is in a folder.
  package init(folder: URL, every interval: Duration? = nil) {
    self.folders = {
      [folder.path, folder.resolvingSymlinksInPath().path, Self.folder(of: folder)]
    }
    self.interval = interval
  }

  /// Calls `look` at once and then after every possible change, until the task is cancelled.
  ///
  /// Runs on an executor of its own: a file system that hangs blocks this watch alone.
  ///
  /// - Parameter settling: The pause after a change, in which further changes are collected.
  package func run(
    settling: Duration = FileWatch.settlingTime, _ look: () async -> Void
  ) async {
    await withTaskExecutorPreference(FileExecutor(label: "file-watch")) {
      for await _ in self.changes() {
        await look()
        guard (try? await Task.sleep(for: settling)) != nil else { return }
      }
    }
  }

  /// Yields once at the beginning, and then whenever something may have changed. What the reader
  /// has not taken yet is yielded once.
  package func changes() -> AsyncStream<Void> {
    let (changes, change) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let queue = DispatchQueue(label: "file-watch", qos: .utility)
    let notices = FolderNotices(queue: queue, folders: self.folders) { change.yield() }
    let timer = PollTimer(
      queue: queue, every: self.interval ?? (notices == nil ? Self.fastInterval : Self.slowInterval)
    ) {
      notices?.follow()
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

/// A timer of libdispatch; its methods may be called from anywhere.
@available(InteractionEngine 1.0, *)
private struct PollTimer: @unchecked Sendable {
  private let source: any DispatchSourceTimer

  init(queue: DispatchQueue, every interval: Duration, _ ring: @escaping @Sendable () -> Void) {
    let (seconds, attoseconds) = interval.components
    // One that rings without a pause would do nothing else.
    let pause = max(Double(seconds) + Double(attoseconds) / 1e18, 0.001)
    self.source = DispatchSource.makeTimerSource(queue: queue)
    self.source.schedule(deadline: .now() + pause, repeating: pause, leeway: .milliseconds(1))
    self.source.setEventHandler(handler: ring)
    self.source.resume()
  }

  func cancel() { self.source.cancel() }
}
