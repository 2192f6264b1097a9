import { ApiFailure } from "#api/call";
import type { LocalStore } from "#local-store/local-store";
import type { SyncServer } from "./sync-server";
import { type UploadOptions, uploadPictures } from "./upload-pictures";
import { withSyncLock } from "./with-sync-lock";

export type UploadLane = {
  /** Uploads what is wanted and due. Does nothing while it runs already. */
  run(options?: Pick<UploadOptions, "skipsPauses">): void;
  stop(): void;
};

/**
 * Uploads pictures beside the exchange, with timers of its own: text never waits for a picture.
 * @param onUploaded called where a pull is needed: only the server knows what it has now
 */
export function startUploadLane(store: LocalStore, server: SyncServer, onUploaded: () => void): UploadLane {
  let isRunning = false;
  let isStopped = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** The server asked to wait until then. */
  let notBefore = 0;

  const upload = async (options: UploadOptions) => {
    clearTimeout(timer);
    isRunning = true;
    const { uploads, retryAfterMs } = await withSyncLock(`pictures-${store.userId}`, () =>
      uploadPictures(store, server, options),
    ).catch((error: unknown) => {
      const outcome = waitAsAsked(error);
      notBefore = performance.now() + (outcome.retryAfterMs ?? 0);
      return outcome;
    });
    isRunning = false;
    if (isStopped) return;
    if (retryAfterMs !== null) timer = setTimeout(run, retryAfterMs);
    if (uploads > 0) onUploaded();
  };
  const run = (options: UploadOptions = {}) => {
    if (!isRunning && !isStopped && performance.now() >= notBefore) void upload(options);
  };

  return {
    run,
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}

/** The exchange reports a session that ended or a store that is lost. */
const waitAsAsked = (error: unknown) => ({
  uploads: 0,
  retryAfterMs: error instanceof ApiFailure && error.retryAfterS !== null ? error.retryAfterS * 1000 : null,
});
