import { type ReadableStore, bootQuery } from "#local-store/readable-store";
import { pendingCount } from "#local-store/queries";
import { picturesGivenUp, rejectedGroupCount } from "./rejected-groups";

type ChangeCounts = {
  made: number;
  pending: number;
  rejected: number;
  firstSyncDone: boolean;
};

/** `made` is returned unchanged: it says which changes the count includes. */
export const changeCounts = bootQuery(async (store: ReadableStore, made: number): Promise<ChangeCounts> => {
  const [meta, pending, rejected] = await Promise.all([
    store.meta.get("sync"),
    unsentCount(store),
    rejectedGroupCount(store),
  ]);
  return { made, pending, rejected, firstSyncDone: meta?.lastSyncAt != null };
});

/** What the server lacks: pending changes, and pictures to upload. */
export const unsentCount = bootQuery(async (store: ReadableStore): Promise<number> => {
  const [changes, pictures] = await Promise.all([pendingCount(store), picturesToUpload(store)]);
  return changes + pictures;
});

/** Wanted pictures that this device has, without those whose upload was given up. */
export async function picturesToUpload(store: ReadableStore): Promise<number> {
  const { wants = [] } = (await store.meta.get("sync")) ?? {};
  if (wants.length === 0) return 0;
  const givenUp = await picturesGivenUp(store);
  const here = await Promise.all(
    wants
      .filter(({ sha256 }) => !givenUp.has(sha256))
      .map(({ sha256 }) => store.pictures.where("sha256").equals(sha256).count()),
  );
  return here.reduce((sum, count) => sum + count, 0);
}
