import { find, make } from "../shared/dom";

/** What has become of a file, and what the user can do about it. */
export interface Notice {
  readonly state: "good" | "bad" | "hint";
  readonly text: string;
  /** Names of buttons, and what they do. */
  readonly actions?: readonly (readonly [string, () => void])[];
}

/** Shows a notice above the text; undefined shows none. */
export function show(notice: Notice | undefined): void {
  const place = find("notice", HTMLElement);
  place.hidden = !notice;
  if (!notice) return;
  place.dataset.state = notice.state;
  place.replaceChildren(make("span", {}, notice.text), ...(notice.actions ?? []).map(
    ([name, action]) => make("button", { type: "button", click: action }, name)));
}
