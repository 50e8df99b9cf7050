import { find } from "../shared/dom";

/** Asks for confirmation before an irreversible action. */
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
