// Los textos de la página sin servidor, en español.

export const playground = {
  "play.tagline": "Encontrar motivos en partidas de ajedrez. Nada sale de este ordenador.",
  "play.files":
    "Los archivos se leen en el navegador y no se envían a ninguna parte. Desaparecen al cerrar o recargar la página.",
  "play.again":
    "La página se ha recargado y no guarda los archivos. Suéltelos otra vez para buscar en ellos: {names}.",
  "play.making": "Creando {name} …",
  "play.failed": "El motor de búsqueda ha fallado y se ha reiniciado ({problem}).",
  "play.failed.help":
    "Quizá faltó memoria. Los archivos que soltó están de nuevo; las búsquedas deben hacerse otra vez.",
  "play.unable": "El motor de búsqueda no puede iniciarse ({problem}).",
  "play.unable.help": "Recargue la página o use otro navegador: quizá este no permite WebAssembly.",
};
