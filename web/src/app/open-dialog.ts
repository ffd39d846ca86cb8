// Dialogs that are always there, by their names; one at a time is open.

export function openDialog(id: "help" | "palette"): void {
  const dialog = document.getElementById(id);
  if (dialog instanceof HTMLDialogElement && !document.querySelector("dialog[open]")) dialog.showModal();
}
