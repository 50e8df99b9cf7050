/** A file, as last read or saved. */
interface File {
  readonly name: string;
  readonly text: string;
  readonly version: string;
  /** The line ending: a text area has no carriage returns. */
  readonly lineEnd: "\n" | "\r\n";
}

/** The experience opened in the editor. */
export type OpenedExperience =
  /** A built-in experience. Can transition to: `file`. */
  | { readonly kind: "builtIn"; readonly name: string; readonly text: string }
  /** A file. Can transition to: `builtIn`, `changedFile`. */
  | File & { readonly kind: "file" }
  /**
   * A file that another program has changed; `found` is the version on disk, undefined if the file
   * is gone. Can transition to: `builtIn`, `file`.
   */
  | File & { readonly kind: "changedFile"; readonly found: string | undefined };

/** Returns the state of a file that the engine has read. */
export function openedFile(file: { name: string; text: string; version: string }): OpenedExperience {
  return {
    kind: "file", name: file.name, text: file.text.replace(/\r\n?/g, "\n"), version: file.version,
    lineEnd: file.text.includes("\r\n") ? "\r\n" : "\n",
  };
}

/**
 * Returns the state after a check of the disk; "reload" if the file is to be opened again.
 *
 * @param found - The version on disk; undefined if the file is gone.
 * @param isEdited - True if the editor's text differs from the file's.
 */
export function afterDiskCheck(
  opened: OpenedExperience, found: string | undefined, isEdited: boolean
): OpenedExperience | "reload" {
  if (opened.kind === "builtIn") return opened;
  if (found === opened.version) {
    if (opened.kind === "file") return opened;
    const { found: _found, ...file } = opened;
    return { ...file, kind: "file" };
  }
  if (found !== undefined && !isEdited) return "reload";
  if (opened.kind === "changedFile" && opened.found === found) return opened;
  return { ...opened, kind: "changedFile", found };
}
