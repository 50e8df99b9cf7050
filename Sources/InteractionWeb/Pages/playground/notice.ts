import { find, make } from "../shared/dom";

/** A notice about a file, with the user's options. */
export interface Notice {
  readonly state: "good" | "bad" | "hint";
  readonly text: string;
  /** The labels of buttons, with their actions. */
  readonly actions?: readonly (readonly [string, () => void])[];
}

/** Shows a notice above the text; undefined hides it. */
export function show(notice: Notice | undefined): void {
  const place = find("notice", HTMLElement);
  place.hidden = !notice;
  if (!notice) return;
  place.dataset.state = notice.state;
  place.replaceChildren(make("span", {}, notice.text), ...(notice.actions ?? []).map(
    ([name, action]) => make("button", { type: "button", click: action }, name)));
}
