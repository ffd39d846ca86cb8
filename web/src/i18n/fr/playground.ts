// Les textes de la page sans serveur, en français.

export const playground = {
  "play.tagline": "Trouver des motifs dans des parties d’échecs. Rien ne quitte cet ordinateur.",
  "play.files":
    "Les fichiers sont lus dans le navigateur et ne sont envoyés nulle part. Ils disparaissent quand la page est fermée ou rechargée.",
  "play.again":
    "La page a été rechargée et ne garde pas les fichiers. Déposez-les de nouveau pour y chercher : {names}.",
  "play.making": "Création : {name} …",
  "play.failed": "Le moteur de recherche a échoué et a été redémarré ({problem}).",
  "play.failed.help":
    "La mémoire a peut-être manqué. Les fichiers déposés sont de nouveau là ; les recherches sont à refaire.",
  "play.unable": "Le moteur de recherche ne peut pas démarrer ({problem}).",
  "play.unable.help":
    "Rechargez la page ou prenez un autre navigateur : celui-ci n’autorise peut-être pas WebAssembly.",
};
