import Foundation
import GRPCCore
import InteractionCore
import InteractionStream
import InteractionWire
import Logging
import SwiftProtobuf

/// Reading recordings.
@available(InteractionEngine 1.0, *)
extension InspectorRPC {
  func getRecording(
    request: Interaction_Inspector_V1_GetRecordingRequest,
    response writer: RPCWriter<Interaction_Inspector_V1_GetRecordingResponse>,
    context: ServerContext
  ) async throws {
    guard let recordings = self.engine.recordings else { throw StreamError.recordingOff }
    try await untilCancelled(context) {
      guard let found = await recordings.find(request.sessionID, epoch: request.epoch) else {
        throw StreamError.notRecorded(request.sessionID, epoch: request.epoch)
      }
      self.logRecordingAccess(request.sessionID, found, context)
      var offset = 0
      while offset < found.bytes {
        guard let data = try? await recordings.read(found, from: offset), !data.isEmpty else {
          throw StreamError(
            .notRecorded, "the recording was deleted to make room for newer ones")
        }
        let file = offset == 0 ? found.file.lastPathComponent : ""
        try await writer.write(
          .with {
            $0.file = file
            $0.data = data
          })
        offset += data.count
      }
    }
  }

  /// Logs who reads a recording, since it holds a user's actions.
  private func logRecordingAccess(
    _ session: String, _ found: Recordings.RecordingSnapshot, _ context: ServerContext
  ) {
    var metadata = Self.requester(in: context)
    metadata["session"] = "\(session)"
    metadata["file"] = "\(found.file.lastPathComponent)"
    self.engine.logger.notice("recording read by an operator", metadata: metadata)
  }
}

@available(InteractionEngine 1.0, *)
extension StreamError {
  fileprivate static var recordingOff: StreamError {
    StreamError(.recordingOff, "recording is disabled; start the engine with --record")
  }

  fileprivate static func notRecorded(_ session: String, epoch: UInt64) -> StreamError {
    let what = epoch == 0 ? "session" : "connection \(epoch) of session"
    return StreamError(
      .notRecorded,
      "no recording of \(what) '\(session.prefix(64))' on this server; ask the server that served the"
        + " session, and check --record-share and --record-budget")
  }
}
