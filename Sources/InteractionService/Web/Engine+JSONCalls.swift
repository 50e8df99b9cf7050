import GRPCCore
import InteractionWire

@available(InteractionEngine 1.0, *)
extension Engine {
  /// Returns the calls that accept JSON, by path: all of a listener's services except `Interact`,
  /// which is a WebSocket, health and reflection.
  package func jsonCalls(for audience: Audience) -> [String: JSONCall] {
    let calls =
      switch audience {
      case .all: Self.sessionCalls + Self.controlCalls + Self.operatorCalls
      case .users: Self.sessionCalls + Self.controlCalls
      case .operators: Self.controlCalls + Self.operatorCalls
      }
    return Dictionary(
      uniqueKeysWithValues: calls.map { ("/\($0.method.fullyQualifiedMethod)", $0) })
  }

  private static var sessionCalls: [JSONCall] {
    typealias Session = Interaction_V1_InteractionService.Method
    return [
      JSONCall(
        Session.OpenSession.descriptor, Session.OpenSession.Input.self,
        Session.OpenSession.Output.self),
      JSONCall(
        Session.SendEvents.descriptor, Session.SendEvents.Input.self,
        Session.SendEvents.Output.self),
      JSONCall(
        Session.Subscribe.descriptor, Session.Subscribe.Input.self, Session.Subscribe.Output.self,
        isStreaming: true),
      JSONCall(
        Session.Simulate.descriptor, Session.Simulate.Input.self, Session.Simulate.Output.self),
    ]
  }

  private static var controlCalls: [JSONCall] {
    typealias Control = Interaction_V1_ControlService.Method
    return [
      JSONCall(
        Control.SetBadge.descriptor, Control.SetBadge.Input.self, Control.SetBadge.Output.self),
      JSONCall(
        Control.SelectTab.descriptor, Control.SelectTab.Input.self, Control.SelectTab.Output.self),
      JSONCall(
        Control.OrderToggle.descriptor, Control.OrderToggle.Input.self,
        Control.OrderToggle.Output.self),
      JSONCall(
        Control.OpenSecondFloor.descriptor, Control.OpenSecondFloor.Input.self,
        Control.OpenSecondFloor.Output.self),
      JSONCall(
        Control.CloseSecondFloor.descriptor, Control.CloseSecondFloor.Input.self,
        Control.CloseSecondFloor.Output.self),
      JSONCall(
        Control.ChangeItem.descriptor, Control.ChangeItem.Input.self,
        Control.ChangeItem.Output.self),
      JSONCall(
        Control.HideBar.descriptor, Control.HideBar.Input.self, Control.HideBar.Output.self),
      JSONCall(
        Control.SwitchSecondFloor.descriptor, Control.SwitchSecondFloor.Input.self,
        Control.SwitchSecondFloor.Output.self),
      JSONCall(
        Control.ResolveGate.descriptor, Control.ResolveGate.Input.self,
        Control.ResolveGate.Output.self),
    ]
  }

  private static var operatorCalls: [JSONCall] {
    typealias Inspector = Interaction_Inspector_V1_InspectorService.Method
    return [
      JSONCall(
        Inspector.ListSessions.descriptor, Inspector.ListSessions.Input.self,
        Inspector.ListSessions.Output.self),
      JSONCall(
        Inspector.GetSession.descriptor, Inspector.GetSession.Input.self,
        Inspector.GetSession.Output.self),
      JSONCall(
        Inspector.WatchSession.descriptor, Inspector.WatchSession.Input.self,
        Inspector.WatchSession.Output.self, isStreaming: true),
      JSONCall(
        Inspector.GetRecording.descriptor, Inspector.GetRecording.Input.self,
        Inspector.GetRecording.Output.self, isStreaming: true),
      JSONCall(
        Inspector.EndSession.descriptor, Inspector.EndSession.Input.self,
        Inspector.EndSession.Output.self),
      JSONCall(Inspector.Drain.descriptor, Inspector.Drain.Input.self, Inspector.Drain.Output.self),
      JSONCall(
        Inspector.ListExperiences.descriptor, Inspector.ListExperiences.Input.self,
        Inspector.ListExperiences.Output.self),
      JSONCall(
        Inspector.GetExperience.descriptor, Inspector.GetExperience.Input.self,
        Inspector.GetExperience.Output.self),
      JSONCall(
        Inspector.ValidateExperience.descriptor, Inspector.ValidateExperience.Input.self,
        Inspector.ValidateExperience.Output.self),
      JSONCall(
        Inspector.ExplainSelection.descriptor, Inspector.ExplainSelection.Input.self,
        Inspector.ExplainSelection.Output.self),
      JSONCall(
        Inspector.SetKillSwitch.descriptor, Inspector.SetKillSwitch.Input.self,
        Inspector.SetKillSwitch.Output.self),
      JSONCall(
        Inspector.ListEngines.descriptor, Inspector.ListEngines.Input.self,
        Inspector.ListEngines.Output.self),
      JSONCall(
        Inspector.CountSessions.descriptor, Inspector.CountSessions.Input.self,
        Inspector.CountSessions.Output.self),
    ]
  }
}
