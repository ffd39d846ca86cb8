// What stands in one entry for the texts of another.

export const page = {};
export const practice = {};
export const playground = {};
