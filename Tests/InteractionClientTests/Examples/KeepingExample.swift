import Foundation
import InteractionClient
import InteractionCore

/// A session that survives the app, its background, and the loss of every server.
func configuration(name: String, caches: URL, copy: Experience) -> SessionConfiguration {
  var configuration = SessionConfiguration(sessionID: name, environment: .phone)
  configuration.store = FileCheckpointStore(folder: caches.appendingPathComponent("sessions"))
  configuration.offline = OfflinePolicy(experience: copy)
  return configuration
}

/// What an app's delegate calls.
func didEnterBackground(_ screen: PresentedSession) { screen.session.pause() }
func willEnterForeground(_ screen: PresentedSession) { screen.session.resume() }
