import Dispatch
import Foundation

#if os(Linux)
  /// The kernel's notices that something in a folder has changed (inotify).
  ///
  /// `watches` is touched on the queue alone, which is also where the descriptor is closed; so the
  /// class can be used from anywhere.
  final class FolderNotices: @unchecked Sendable {
    /// A file was written and closed, came, went, or may be read by others now.
    private static let mask = UInt32(
      IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_ATTRIB | IN_ONLYDIR)

    private let descriptor: CInt
    private let queue: DispatchQueue
    private let source: any DispatchSourceRead
    private let folders: @Sendable () -> Set<String>
    private var watches: [String: CInt] = [:]

    /// Nil if the kernel gives no descriptor for it.
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
        self?.takeNotices()
        notice()
      }
      queue.sync { self.follow() }
      self.source.resume()
    }

    /// Watches the folders as they are now. On the queue.
    func follow() {
      let folders = self.folders()
      for (folder, watch) in self.watches where !folders.contains(folder) {
        inotify_rm_watch(self.descriptor, watch)
        self.watches[folder] = nil
      }
      // Also those that are watched: there may be another folder of that name.
      for folder in folders {
        let watch = inotify_add_watch(self.descriptor, folder, Self.mask)
        self.watches[folder] = watch >= 0 ? watch : nil
      }
    }

    func cancel() { self.source.cancel() }

    /// What they say does not matter: the files are looked at.
    private func takeNotices() {
      var bytes = [UInt8](repeating: 0, count: 4_096)
      while read(self.descriptor, &bytes, bytes.count) > 0 {}
      self.follow()
    }
  }
#else
  /// This kernel does not tell; see ``FileWatch/fastInterval``.
  final class FolderNotices: Sendable {
    init?(
      queue: DispatchQueue, folders: @escaping @Sendable () -> Set<String>,
      _ notice: @escaping @Sendable () -> Void
    ) { return nil }

    func follow() {}
    func cancel() {}
  }
#endif
