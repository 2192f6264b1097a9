/**
 * What may be on a disk after a power cut: all that an fsync has covered. Of the rest, each sector of each
 * write, and each name, is there or not, in any order.
 */
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Operation } from "./read-trace.ts";

const SECTOR_BYTES = 512;

type Change = Extract<Operation, { kind: "write" | "truncate" }> & { start: number };
type Node = { isFolder: boolean; changes: Change[]; syncs: Operation[]; position: number };
type Naming = Exclude<Operation, { kind: "sync" | "write" | "truncate" }>;

export type Cut = {
  at: number;
  /** The part without an fsync that is there all the same, from 0 to 1. */
  keeps: number;
  /** Whether the disk lies about every fsync. */
  ignoresSyncs: boolean;
  random: () => number;
};

export async function writeImage(operations: readonly Operation[], cut: Cut, folder: string): Promise<void> {
  const isKept = () => cut.random() < cut.keeps;
  const nodes = namesOnDisk(
    operations.filter(({ began }) => began <= cut.at),
    cut,
    isKept,
  );
  for (const [path, { isFolder }] of nodes)
    if (isFolder) await mkdir(join(folder, path), { recursive: true });
  for (const [path, node] of nodes) {
    // SQLite makes the shared memory again.
    if (node.isFolder || path.endsWith("-shm") || !nodes.get(parentOf(path))?.isFolder) continue;
    await writeFile(join(folder, path), bytesOf(node, isKept));
  }
}

function namesOnDisk(
  operations: readonly Operation[],
  { at, ignoresSyncs }: Cut,
  isKept: () => boolean,
): Map<string, Node> {
  const syncs = operations.filter(({ kind, ended }) => kind === "sync" && ended <= at && !ignoresSyncs);
  const isCovered = (folder: string, { ended }: Operation) =>
    syncs.some(({ path, began }) => path === folder && began >= ended);
  const root: Node = { isFolder: true, changes: [], syncs: [], position: 0 };
  const seen = new Map([["", root]]);
  const onDisk = new Map([["", root]]);
  for (const operation of operations) {
    const node = seen.get(operation.path);
    if (operation.kind === "sync") {
      if (syncs.includes(operation)) node?.syncs.push(operation);
    } else if (operation.kind === "truncate") {
      node?.changes.push({ ...operation, start: operation.size });
    } else if (operation.kind === "write") {
      if (!node) continue;
      const start = operation.at ?? node.position;
      node.position = start + operation.bytes.byteLength;
      node.changes.push({ ...operation, start });
    } else {
      const named = "to" in operation ? operation.to : operation.path;
      const before = node;
      applyName(seen, operation, before);
      const isThere = isCovered(parentOf(named), operation) || isKept();
      if (isThere) applyName(onDisk, operation, before ?? seen.get(named));
    }
  }
  return onDisk;
}

const parentOf = (path: string): string => (path.includes("/") ? dirname(path) : "");

function applyName(names: Map<string, Node>, operation: Naming, node: Node | undefined): void {
  const { kind, path } = operation;
  if (kind === "rename") {
    for (const [name, moved] of names) {
      if (name !== path && !name.startsWith(`${path}/`)) continue;
      names.delete(name);
      names.set(operation.to + name.slice(path.length), moved);
    }
  } else if (kind === "link") {
    if (node) names.set(operation.to, node);
  } else if (kind === "remove") names.delete(path);
  else if (!names.has(path))
    names.set(path, node ?? { isFolder: kind === "mkdir", changes: [], syncs: [], position: 0 });
}

function bytesOf({ changes, syncs }: Node, isKept: () => boolean): Buffer {
  let bytes = Buffer.alloc(0);
  const grow = (size: number) => {
    if (bytes.byteLength < size) bytes = Buffer.concat([bytes, Buffer.alloc(size - bytes.byteLength)]);
  };
  for (const change of changes) {
    const isCovered = syncs.some(({ began }) => began >= change.ended);
    if (change.kind === "truncate") {
      if (!isCovered && !isKept()) continue;
      grow(change.size);
      bytes = bytes.subarray(0, change.size);
      continue;
    }
    for (let from = 0; from < change.bytes.byteLength; from += SECTOR_BYTES) {
      if (!isCovered && !isKept()) continue;
      const sector = change.bytes.subarray(from, from + SECTOR_BYTES);
      grow(change.start + from + sector.byteLength);
      sector.copy(bytes, change.start + from);
    }
  }
  return bytes;
}
