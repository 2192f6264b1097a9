import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("../../../../", import.meta.url));
const FOLDER = `${ROOT}sync-server/deploy/cluster/`;

/**
 * A file of the deployment with this machine's addresses and folders. Throws unless the file contains each
 * replaced text.
 */
export function deployed(name: string, replaced: Readonly<Record<string, string>>): string {
  let text = readFileSync(FOLDER + name, "utf8");
  for (const [theirs, ours] of Object.entries(replaced)) {
    if (!text.includes(theirs)) throw new Error(`${name} does not name ${theirs}`);
    text = text.replaceAll(theirs, ours);
  }
  return text;
}

export function variablesIn(text: string): Record<string, string> {
  return Object.fromEntries(
    text.split("\n").flatMap((line) => {
      const [, name = "", value = ""] = /^([A-Z\d_]+)=(.*)$/.exec(line) ?? [];
      return name === "" ? [] : [[name, value] as const];
    }),
  );
}

export function commandOf(unit: string): { command: string[]; cwd: string; env: Record<string, string> } {
  const valuesOf = (key: string) =>
    [...unit.matchAll(new RegExp(`^${key}=(.*)$`, "gm"))].map(([, value = ""]) => value);
  const [line, cwd] = [valuesOf("ExecStart")[0], valuesOf("WorkingDirectory")[0]];
  if (line === undefined || cwd === undefined) throw new Error("The unit starts nothing");
  return { command: line.split(" "), cwd, env: variablesIn(valuesOf("Environment").join("\n")) };
}
