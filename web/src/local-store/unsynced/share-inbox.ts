/**
 * What other apps have shared to this device and no account has taken yet. A database of its own: the service worker fills it
 * before anybody may be signed in, and what is in it belongs to an account only once its owner puts it on a shelf.
 */
import type { SharedThings } from "./share-inbox-database";
import { loadCode } from "#local-store/boot/load-code";
import { storageSettled } from "#local-store/boot/storage-fallback";

export type SharedContent = {
  title: string;
  text: string;
  url: string;
  /** As it came: whether it is a picture, preparing it will tell. An ArrayBuffer, since iOS loses Blobs. */
  picture: { bytes: ArrayBuffer; type: string; name: string } | null;
  /** One came along that was too large to keep. */
  isPictureLeftOut: boolean;
  /** The host of the site that sent it; null where that is not known, undefined where it is the owner's own doing. */
  from?: string | null;
};

export type SharedThing = SharedContent & {
  /** Becomes the item's id, so that two tabs that save it make one item. */
  id: string;
  /** Who was signed in when it came; null where nobody was: then whoever comes next is asked before they see it. */
  userId: string | null;
  /** Who has said since that it is not theirs. */
  notOf?: string[];
  /** SHA-256 of all of it. */
  content: string;
  at: number;
};

let known: SharedThings | undefined;

/** This device's. Not before it is settled where databases are. */
export async function sharedThings(): Promise<SharedThings> {
  const [{ SharedThings }] = await Promise.all([
    loadCode(() => import("./share-inbox-database")),
    storageSettled(),
  ]);
  return (known ??= new SharedThings());
}
