// What stands in the report for the texts of the page.

export const page = {};
export const practice = {};
