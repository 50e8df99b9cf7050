import type { SessionConnectionState } from "../../Client/src/session/updates";

/** Returns a connection's state in words. */
export function stateWords(state: SessionConnectionState): string {
  switch (state.kind) {
    case "connecting": return "Connecting";
    case "open": return "Connected";
    case "reconnecting": return `Connection lost, attempt ${state.attempt}`;
    case "resumed": return "Resumed without loss";
    case "restarted": return "Connected, restarted";
    case "draining": return "Moving to another engine";
    case "offline": return "Deciding offline";
    case "paused": return "Paused";
    case "closed": return state.error ? `Ended: ${state.error.message}` : "Ended";
  }
}
