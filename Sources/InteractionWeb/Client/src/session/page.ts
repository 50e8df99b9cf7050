import type { Session } from "./session";

/**
 * Pauses a session while its page is hidden, and moves it when the network changes; returns what
 * ends that.
 */
export function followPage(session: Session, page: Document = document): () => void {
  const visibility = () => {
    if (page.visibilityState === "hidden") session.pause();
    else session.resume();
  };
  const online = () => session.networkChanged();
  page.addEventListener("visibilitychange", visibility);
  window.addEventListener("online", online);
  return () => {
    page.removeEventListener("visibilitychange", visibility);
    window.removeEventListener("online", online);
  };
}
