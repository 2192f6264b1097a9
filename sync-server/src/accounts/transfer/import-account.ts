/**
 * Imports an export into an empty account: first pictures, then rows in slices (`write-import.ts`). An
 * interrupted import leaves unused pictures for a retry or the sweep. An export with more shelves than the
 * plan has is refused as a whole; custom CSS is stored on every plan.
 */
import { rm } from "node:fs/promises";
import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { type ImportAnswer, IMPORT_MAX_BYTES } from "@shelv/contract/export";
import { IMPORTED_PICTURE_MAX_BYTES } from "@shelv/contract/rows/picture";
import { limitsAt } from "@shelv/contract/rows/plan";
import { Refusal, REFUSALS } from "@shelv/contract/refusal";
import { readSingle } from "#database/rows/read-owner";
import { sha256Of, storePicture, type StoreDeps } from "#pictures/store-picture";
import type { RestChange } from "#shelves/mutate/apply-mutations";
import type { ExportReader } from "./export-reader.ts";
import { withPictures } from "./read-export.ts";
import { Archive } from "./open-archive.ts";
import { mustBeEmpty, writeImport, type WriteImportDeps } from "./write-import.ts";

export type ImportDeps = StoreDeps & WriteImportDeps & { exportReader: ExportReader };

export async function importAccount(deps: ImportDeps, userId: string, path: string): Promise<ImportAnswer> {
  await mustBeEmpty(deps.db.reader, userId);
  const changesPath = `${path}.changes`;
  try {
    const { shelfIds, items, singles, ...named } = await deps.exportReader.read(
      { path, changesPath },
      userId,
    );
    await mustFitPlan(deps, userId, shelfIds.length);
    const { pictures, skipped } = await takePictures(deps, userId, { path, named: named.pictures });
    await writeImport(deps, userId, {
      shelfIds,
      content: changesIn(changesPath, pictures),
      singles: singles.map((change) => withPictures(change, pictures)),
    });
    return { shelves: shelfIds.length, items, pictures: pictures.size, skipped };
  } finally {
    await rm(changesPath, { force: true });
  }
}

/** Refuses before the pictures are stored. Each slice counts the shelves again. */
async function mustFitPlan(
  { db, now, writeDeps }: ImportDeps,
  userId: string,
  shelves: number,
): Promise<void> {
  const { maxShelves } = limitsAt(await readSingle(db.reader, userId, "account"), {
    now: now().toISOString(),
    hasPlanLimits: writeDeps.hasPlanLimits,
  });
  if (maxShelves !== null && shelves > maxShelves) throw new Refusal("export-over-plan");
}

async function* changesIn(
  changesPath: string,
  pictures: ReadonlyMap<string, string>,
): AsyncGenerator<RestChange> {
  for await (const line of createInterface(createReadStream(changesPath)))
    yield withPictures(JSON.parse(line) as RestChange, pictures);
}

/** Returns each picture's new SHA-256. `named`: each with what it shows. */
async function takePictures(
  deps: ImportDeps,
  userId: string,
  { path, named }: { path: string; named: ReadonlyMap<string, string> },
): Promise<{ pictures: Map<string, string>; skipped: ImportAnswer["skipped"] }> {
  using archive = await Archive.open(path);
  const pictures = new Map<string, string>();
  const skipped: ImportAnswer["skipped"] = [];
  let [isFull, bytes] = [false, 0];
  for (const [picture, what] of named) {
    try {
      // Each name counts: many names can refer to the same few bytes, each decompressed again.
      bytes += archive.sizeOf(picture) ?? 0;
      if (isFull || bytes > IMPORT_MAX_BYTES) throw new Refusal("storage-full");
      pictures.set(picture, await takePicture(deps, userId, { archive, named: picture }));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      isFull ||= error.code === "storage-full";
      skipped.push({ file: `pictures/${picture}`, message: reasonOf(error, what) });
    }
  }
  return { pictures, skipped };
}

function reasonOf({ code }: Refusal, what: string): string {
  if (code === "not-found") return `${what} is not in the zip`;
  if (code === "picture-missing") return `${what} cannot be read`;
  return `${what}: ${REFUSALS[code].message}`;
}

async function takePicture(
  deps: ImportDeps,
  userId: string,
  { archive, named }: { archive: Archive; named: string },
): Promise<string> {
  const size = archive.sizeOf(named);
  if (size === null) throw new Refusal("not-found");
  if (size > IMPORTED_PICTURE_MAX_BYTES) throw new Refusal("too-large");
  const bytes = await archive.readPicture(named);
  if (!bytes) throw new Refusal("picture-missing");
  const sha256 = sha256Of(bytes);
  await storePicture(deps, {
    userId,
    sha256,
    bytes,
    maxBytes: IMPORTED_PICTURE_MAX_BYTES,
    mayWait: true,
  });
  return sha256;
}
