import { readdir, readFile } from "node:fs/promises";
import { join, resolve } from "node:path";

/** In seconds since 1970: when the call began and when it returned. Paths are below the data folder. */
export type Operation = { began: number; ended: number } & (
  | { kind: "sync"; path: string }
  | { kind: "create" | "mkdir" | "remove"; path: string }
  | { kind: "rename" | "link"; path: string; to: string }
  | { kind: "write"; path: string; at: number | null; bytes: Buffer }
  | { kind: "truncate"; path: string; size: number }
);

const TRACED =
  "openat,write,pwrite64,fsync,fdatasync,rename,renameat,renameat2,link,linkat,unlink,unlinkat,ftruncate,mkdir,mkdirat,rmdir";

export const straceOf = (file: string): string[] =>
  `/usr/bin/strace -D -f -ff -ttt -T -y -xx -s 16777216 --seccomp-bpf -e trace=${TRACED} -e signal=none -o ${file}`.split(
    " ",
  );

export async function readTrace(traceFolder: string, folder: string): Promise<Operation[]> {
  const all: Operation[] = [];
  for (const name of await readdir(traceFolder)) {
    const lines = (await readFile(join(traceFolder, name), "latin1")).split("\n");
    for (const line of lines) all.push(...operationsOf(line, folder));
  }
  return all.toSorted((one, other) => one.began - other.began);
}

/** A line such as `1795880202.51 pwrite64(22<\x2f…>, "\x53…", 4096, 0) = 4096 <0.00081>`. */
function operationsOf(line: string, folder: string): Operation[] {
  const [, time = "", call = "", given = "", result = "", took = ""] =
    /^(\d+\.\d+) (\w+)\((.*)\) += (-?\d+)[^"]*<(\d+\.\d+)>$/.exec(line) ?? [];
  if (call === "" || result.startsWith("-")) return [];
  const times = { began: Number(time), ended: Number(time) + Number(took) };
  const descriptor = below(/^\d+<([^>]*)>/.exec(given)?.[1], folder);
  const texts = [...given.matchAll(/"((?:\\x[\da-f]{2})*)"/g)].map(([, text = ""]) => text);
  const [path = null, to = null] = texts.map((text) => below(text, folder));
  const numbers = given.split(", ").map(Number);
  if (call === "openat" && path !== null && given.includes("O_CREAT"))
    return [{ ...times, kind: "create", path }];
  if (call.startsWith("mkdir") && path !== null) return [{ ...times, kind: "mkdir", path }];
  if (/^(?:unlink|rmdir)/.test(call) && path !== null) return [{ ...times, kind: "remove", path }];
  if (call.startsWith("rename") && path !== null && to !== null)
    return [{ ...times, kind: "rename", path, to }];
  if (call.startsWith("link") && path !== null && to !== null) return [{ ...times, kind: "link", path, to }];
  if (descriptor === null) return [];
  if (call.endsWith("sync")) return [{ ...times, kind: "sync", path: descriptor }];
  if (call === "ftruncate")
    return [{ ...times, kind: "truncate", path: descriptor, size: numbers.at(-1) ?? 0 }];
  if (!/^p?write/.test(call)) return [];
  const bytes = bytesOf(texts[0]).subarray(0, Number(result));
  const at = call === "pwrite64" ? (numbers.at(-1) ?? 0) : null;
  return [{ ...times, kind: "write", path: descriptor, at, bytes }];
}

const bytesOf = (text = ""): Buffer => Buffer.from(text.replaceAll("\\x", ""), "hex");

/** Null for a path outside the folder. "" is the folder itself. */
function below(text: string | undefined, folder: string): string | null {
  if (text === undefined) return null;
  const path = resolve(bytesOf(text).toString());
  return path === folder ? "" : path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : null;
}
