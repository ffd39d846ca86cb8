// The texts of the playground, in English.

export const playground = {
  "play.tagline": "Find patterns in chess games. Nothing leaves this computer.",
  "play.files":
    "Files are read in the browser and sent nowhere. They are gone when the page is closed or loaded again.",
  "play.again": "The page was loaded again and keeps no files. Drop them again to search them: {names}.",
  "play.making": "Making {name} …",
  "play.failed": "The engine has failed and was started again ({problem}).",
  "play.failed.help":
    "It may have run out of memory. Files that were dropped are there again; searches must be made again.",
  "play.unable": "The engine cannot be started ({problem}).",
  "play.unable.help": "Load the page again, or use another browser: this one may not allow WebAssembly.",
};
