// What the server writes before the worker's script.

/** The version of all files. */
declare const VERSION: string;

/** What is kept for who can't reach the server: the page that says so, and its files. */
declare const KEPT: [string, ...string[]];
