import { find } from "../shared/dom";

/** Asks before something that cannot be taken back. */
export function confirmed(question: string, answer: string, action: () => void): void {
  const dialog = find("sure", HTMLDialogElement);
  find("question", HTMLElement).textContent = question;
  find("yes", HTMLElement).textContent = answer;
  dialog.returnValue = "";
  dialog.onclose = () => {
    if (dialog.returnValue === "yes") action();
  };
  dialog.showModal();
}
