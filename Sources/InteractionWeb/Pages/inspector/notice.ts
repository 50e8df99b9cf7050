import { find } from "../shared/dom";
import { messageOf } from "./calls";

/** Shows an error message; an empty text hides it. */
export function say(text: string): void {
  const notice = find("notice", HTMLElement);
  notice.textContent = text;
  notice.hidden = text === "";
}

/** Performs an action, and shows its error with the text of what has failed. */
export function attempt(what: string, action: () => Promise<void>): void {
  say("");
  action().catch((error: unknown) => say(`${what}: ${messageOf(error)}`));
}
