// Where the server stands: what every path of ours begins with, "" or "/rails". The script lies below it.

export const base = new URL("../..", import.meta.url).pathname.replace(/\/$/, "");
