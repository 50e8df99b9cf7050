import Dispatch
import Foundation

#if os(Linux)
  /// The kernel's notifications of changes in folders (inotify).
  ///
  /// `watches` is confined to the queue, on which the descriptor is closed as well, so the class is
  /// thread-safe.
  final class InotifyWatcher: @unchecked Sendable {
    /// A file was closed after writing, moved, deleted, or its attributes changed.
    private static let mask = UInt32(
      IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_ATTRIB | IN_ONLYDIR)

    private let descriptor: CInt
    private let queue: DispatchQueue
    private let source: any DispatchSourceRead
    private let folders: @Sendable () -> Set<String>
    private var watches: [String: CInt] = [:]

    /// Returns nil if the kernel provides no inotify descriptor.
    init?(
      queue: DispatchQueue, folders: @escaping @Sendable () -> Set<String>,
      _ notice: @escaping @Sendable () -> Void
    ) {
      let descriptor = inotify_init1(O_NONBLOCK | O_CLOEXEC)
      guard descriptor >= 0 else { return nil }
      self.descriptor = descriptor
      self.queue = queue
      self.folders = folders
      self.source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
      self.source.setCancelHandler { close(descriptor) }
      self.source.setEventHandler { [weak self] in
        self?.drainEvents()
        notice()
      }
      queue.sync { self.updateWatches() }
      self.source.resume()
    }

    /// Updates the watched folders. Call it on the queue.
    func updateWatches() {
      let folders = self.folders()
      for (folder, watch) in self.watches where !folders.contains(folder) {
        inotify_rm_watch(self.descriptor, watch)
        self.watches[folder] = nil
      }
      // Watched folders, too: another folder may have replaced one of the same name.
      for folder in folders {
        let watch = inotify_add_watch(self.descriptor, folder, Self.mask)
        self.watches[folder] = watch >= 0 ? watch : nil
      }
    }

    func cancel() { self.source.cancel() }

    /// Discards the notifications: any of them causes a check of the files.
    private func drainEvents() {
      var bytes = [UInt8](repeating: 0, count: 4_096)
      while read(self.descriptor, &bytes, bytes.count) > 0 {}
      self.updateWatches()
    }
  }
#else
  /// A stub for kernels without inotify; see ``FileWatcher/fastInterval``.
  final class InotifyWatcher: Sendable {
    init?(
      queue: DispatchQueue, folders: @escaping @Sendable () -> Set<String>,
      _ notice: @escaping @Sendable () -> Void
    ) { return nil }

    func updateWatches() {}
    func cancel() {}
  }
#endif
