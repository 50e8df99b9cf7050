/** A file, as it was read or saved last. */
interface File {
  readonly name: string;
  readonly text: string;
  readonly version: string;
  /** What ends its lines: a text area has no carriage returns. */
  readonly lineEnd: "\n" | "\r\n";
}

/** The experience that the editor was given. */
export type Opened =
  /** One that comes with the engine. Can transition to: file. */
  | { readonly kind: "builtIn"; readonly name: string; readonly text: string }
  /** Can transition to: builtIn, changedFile. */
  | File & { readonly kind: "file" }
  /**
   * Another program has changed the file; `found` is the version on disk, undefined if the file is
   * gone. Can transition to: builtIn, file.
   */
  | File & { readonly kind: "changedFile"; readonly found: string | undefined };

/** A file as the engine gives it. */
export function openedFile(file: { name: string; text: string; version: string }): Opened {
  return {
    kind: "file", name: file.name, text: file.text.replace(/\r\n?/g, "\n"), version: file.version,
    lineEnd: file.text.includes("\r\n") ? "\r\n" : "\n",
  };
}

/**
 * The state after a look at the disk; "reload" if the file is to be opened again.
 *
 * @param found - The version on disk; undefined if the file is gone.
 * @param isEdited - Whether the editor's text is another one than the file's was.
 */
export function afterLook(
  opened: Opened, found: string | undefined, isEdited: boolean
): Opened | "reload" {
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
