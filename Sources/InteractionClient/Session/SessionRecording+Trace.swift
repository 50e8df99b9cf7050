public import Foundation
import InteractionTrace

extension SessionRecording {
  /// Writes the recording as a trace for `interaction-load`: binary if the file's extension is
  /// `.trace`, text otherwise.
  ///
  /// - Parameters:
  ///   - file: The destination; an existing file is replaced.
  ///   - client: The origin of the events, such as the app's name and version.
  /// - Throws: An error if the file cannot be written.
  public func write(to file: URL, client: String = "") throws {
    let header = Trace.Header(
      experience: self.experience, digest: self.digest, surface: self.surface,
      current: self.current, start: self.start, client: client)
    let steps = self.steps.map { Trace.Step(event: $0.event, directives: $0.directives) }
    try Trace(header: header, opening: self.opening, steps: steps).write(to: file)
  }
}
