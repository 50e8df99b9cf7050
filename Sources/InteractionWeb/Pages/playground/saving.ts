import { download, find } from "../shared/dom";
import type { Files } from "./files";

const save = find("save", HTMLButtonElement);
const saveAs = find("save-as", HTMLButtonElement);
const dialog = find("naming", HTMLDialogElement);
const fileName = find("file-name", HTMLInputElement);

/** Lets the user save or download the text, by the buttons or by Ctrl-S. */
export function acceptSaving(files: Files, text: () => string): void {
  if (files.savesByDownload) saveAs.textContent = "Download";
  const run = () => {
    if (files.savesByDownload) download(text(), `${experienceName(text())}.yaml`);
    else if (files.opened.kind === "builtIn") ask(files, text());
    else void files.save();
  };
  save.addEventListener("click", run);
  saveAs.addEventListener("click", () => {
    if (files.savesByDownload) run();
    else ask(files, text());
  });
  addEventListener("keydown", (event) => {
    if (event.key !== "s" || !(event.metaKey || event.ctrlKey) || dialog.open) return;
    event.preventDefault();
    if (files.folder !== undefined || files.savesByDownload) run();
  });
  find("naming-cancel", HTMLButtonElement).addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => {
    const name = fileName.value.trim();
    if (dialog.returnValue !== "save" || name === "") return;
    void files.save(/\.(ya?ml|json)$/.test(name) ? name : `${name}.yaml`);
  });
}

/** Updates the buttons for saving. */
export function updateSaving(files: Files): void {
  const isFile = files.opened.kind !== "builtIn";
  save.hidden = files.folder === undefined || !isFile;
  save.disabled = files.opened.kind === "file" && !files.isEdited;
  saveAs.hidden = files.folder === undefined && !files.savesByDownload;
}

function ask(files: Files, text: string): void {
  const { kind, name } = files.opened;
  find("naming-folder", HTMLElement).textContent = files.folder ?? "";
  fileName.value = kind === "builtIn" ? `${experienceName(text)}.yaml` : name;
  dialog.returnValue = "";
  dialog.showModal();
  fileName.select();
}

/** Returns the experience's name in a text; `home` if there is none. */
function experienceName(text: string): string {
  return /^name:\s*["']?([\w.-]+)/m.exec(text)?.[1] ?? "home";
}
