import Foundation
import InteractionClient
import InteractionCore

/// Returns the configuration of a session that survives the app's end, its background and the loss
/// of every server.
func configuration(name: String, caches: URL, copy: Experience) -> SessionConfiguration {
  var configuration = SessionConfiguration(sessionID: name, surface: .phone)
  configuration.store = FileCheckpointStore(folder: caches.appendingPathComponent("sessions"))
  configuration.offline = OfflinePolicy(experience: copy)
  return configuration
}

/// Pauses the session in the background, as an app delegate does.
func didEnterBackground(_ screen: PresentedSession) { screen.session.pause() }
func willEnterForeground(_ screen: PresentedSession) { screen.session.resume() }
