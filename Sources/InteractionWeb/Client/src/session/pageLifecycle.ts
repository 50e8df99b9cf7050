import type { Session } from "./session";

/**
 * Pauses a session while its page is hidden, and moves it to a new connection when the network
 * changes. Returns a function that stops this.
 */
export function followPage(session: Session, page: Document = document): () => void {
  const end = new AbortController();
  const visibility = () => {
    if (page.hidden) session.pause();
    else session.resume();
  };
  const online = () => session.networkChanged();
  page.addEventListener("visibilitychange", visibility, end);
  addEventListener("online", online, end);
  return () => end.abort();
}
