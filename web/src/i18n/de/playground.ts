// Die Texte der Seite ohne Server, auf Deutsch.

export const playground = {
  "play.tagline": "Muster in Schachpartien finden. Nichts verlässt diesen Rechner.",
  "play.files":
    "Dateien werden im Browser gelesen und nirgendwohin gesendet. Wird die Seite geschlossen oder neu geladen, sind sie weg.",
  "play.again":
    "Die Seite wurde neu geladen und behält keine Dateien. Legen Sie diese noch einmal ab, um sie zu durchsuchen: {names}.",
  "play.making": "{name} entsteht …",
  "play.failed": "Die Suchmaschine ist ausgefallen und wurde neu gestartet ({problem}).",
  "play.failed.help":
    "Vielleicht hat der Speicher nicht gereicht. Abgelegte Dateien sind wieder da; Suchen müssen noch einmal gestartet werden.",
  "play.unable": "Die Suchmaschine lässt sich nicht starten ({problem}).",
  "play.unable.help":
    "Laden Sie die Seite neu, oder nehmen Sie einen anderen Browser: dieser erlaubt vielleicht kein WebAssembly.",
};
