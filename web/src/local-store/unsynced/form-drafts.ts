/**
 * What was typed on this device and not saved: one draft a form and account. A database of its own, so that the account's store needs no
 * new shape for what is never synced; it is keyed by the account, and goes with it (forget-copies.ts).
 */
import type { FormDrafts } from "./form-drafts-database";
import { loadCode } from "#local-store/boot/load-code";
import { storageSettled } from "#local-store/boot/storage-fallback";

export type DraftValues = Record<string, unknown>;

export type FormDraft = {
  userId: string;
  /** Which form: "item:new", "shelf:<id>", "appearance". */
  form: string;
  /** The fields that were typed or chosen, and no others. */
  values: DraftValues;
  /** Those of its pictures that only this draft holds. */
  pictures: { sha256: string; bytes: number }[];
  /** When it was written, by this device's clock. */
  at: number;
  /** The open form that wrote it: another tab's is not removed with it. */
  writer: string;
};

/** An ArrayBuffer, since iOS loses Blobs. */
export type DraftPicture = { sha256: string; type: string; bytes: ArrayBuffer };

let known: FormDrafts | undefined;

/** This device's. Not before it is settled where databases are. */
export async function formDrafts(): Promise<FormDrafts> {
  const [{ FormDrafts }] = await Promise.all([
    loadCode(() => import("./form-drafts-database")),
    storageSettled(),
  ]);
  return (known ??= new FormDrafts());
}
