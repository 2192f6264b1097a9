/**
 * A chosen picture is in this page's memory. A link's is fetched and stored with the draft, because the
 * server deletes unused ones.
 */
import type { DraftPicture, DraftValues, FormDraft } from "#local-store/unsynced/form-drafts-database";
import type { LocalStore } from "#local-store/local-store";
import { holdPicture, isDrawn, isHeld, localPicture, noteDrawn } from "#outbox/pictures";

type FetchPicture = (sha256: string) => Promise<{ bytes: ArrayBuffer; type: string } | null>;

export class DraftPictures {
  readonly #fetchPicture: FetchPicture;
  readonly #onFetched: () => void;
  /** Null while it is fetched, and if that fails: no write asks again. */
  readonly #fetched = new Map<string, DraftPicture | null>();

  constructor(fetchPicture: FetchPicture, onFetched: () => void) {
    this.#fetchPicture = fetchPicture;
    this.#onFetched = onFetched;
  }

  /** Those that this device would lose with the page. Text never waits for the network. */
  async of(store: LocalStore, values: DraftValues): Promise<DraftPicture[]> {
    const found = await Promise.all(
      Object.entries(values).map(async ([field, value]) => {
        if (typeof value !== "string") return null;
        if (isHeld(store, value)) return heldPicture(store, value);
        return isPictureOf(field) && !(await localPicture(store, value))
          ? this.#ofServer(store, value)
          : null;
      }),
    );
    return found.filter((picture) => picture !== null);
  }

  #ofServer(store: LocalStore, sha256: string): DraftPicture | null {
    const known = this.#fetched.get(sha256);
    if (known === undefined) void this.#fetch(store, sha256);
    return known ?? null;
  }

  async #fetch(store: LocalStore, sha256: string): Promise<void> {
    this.#fetched.set(sha256, null);
    const file = await this.#fetchPicture(sha256).catch(() => null);
    if (!file) return;
    this.#fetched.set(sha256, { sha256, ...file, isDrawn: isDrawn(store, sha256) });
    this.#onFetched();
  }
}

/**
 * The draft's values, with its pictures in memory like newly chosen ones: a link's then has the name of its
 * own bytes. Without those that neither device nor server has.
 */
export async function withPictures(
  store: LocalStore,
  { values }: Pick<FormDraft, "values">,
  stored: readonly DraftPicture[],
  fetchPicture: FetchPicture,
): Promise<DraftValues> {
  const names = new Map<unknown, string>();
  for (const { sha256, bytes, type, isDrawn: isCard = false } of stored) {
    const name = await holdPicture(store, bytes, type);
    if (isCard) noteDrawn(store, name);
    names.set(sha256, name);
  }
  const isAnywhere = async (sha256: string) =>
    (await localPicture(store, sha256)) !== undefined ||
    (await fetchPicture(sha256).catch(() => null)) !== null;
  const restored: DraftValues = {};
  for (const [field, value] of Object.entries(values)) {
    const name = names.get(value) ?? value;
    const isMissing = isPictureOf(field) && typeof name === "string" && !(await isAnywhere(name));
    if (!isMissing) restored[field] = name;
  }
  return restored;
}

async function heldPicture(store: LocalStore, sha256: string): Promise<DraftPicture | null> {
  const picture = await localPicture(store, sha256);
  return picture
    ? { sha256, type: picture.type, bytes: picture.bytes, isDrawn: isDrawn(store, sha256) }
    : null;
}

const isPictureOf = (field: string) => field === "picture" || field === "cutout";
