// Gives the reader a file.

export const saveText = (name: string, text: string, type: string): void =>
  saveBlob(name, new Blob([text], { type }));

export function saveBlob(name: string, blob: Blob): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

/** A name as a file's, without signs that some systems do not allow. */
export const fileName = (name: string): string =>
  name.replace(/[^\p{L}\p{N} ._-]+/gu, "-").trim() || "tabiya";
