// Starts `tabiya lsp` and connects it with the editor.

"use strict";

const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

/** @type {LanguageClient | undefined} */
let client;

async function start() {
  const settings = vscode.workspace.getConfiguration("tabiya");
  const server = { command: settings.get("path", "tabiya"), args: ["lsp"] };
  client = new LanguageClient("tabiya", "Tabiya", server, {
    documentSelector: [{ language: "cql" }],
    initializationOptions: {
      dialect: settings.get("dialect", "auto"),
      book: settings.get("book", ""),
    },
  });
  try {
    await client.start();
  } catch (error) {
    client = undefined;
    const open = "Open settings";
    const chosen = await vscode.window.showErrorMessage(
      `Tabiya cannot be started: ${error.message}. Install it, or set tabiya.path to where it is.`,
      open,
    );
    if (chosen === open) {
      await vscode.commands.executeCommand("workbench.action.openSettings", "tabiya.path");
    }
  }
}

async function stop() {
  const running = client;
  client = undefined;
  await running?.stop();
}

async function restart() {
  await stop();
  await start();
}

exports.activate = async (context) => {
  context.subscriptions.push(vscode.commands.registerCommand("tabiya.restart", restart));
  context.subscriptions.push(
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration("tabiya")) {
        return restart();
      }
    }),
  );
  await start();
};

exports.deactivate = stop;
