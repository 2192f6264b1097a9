import { ApiFailure } from "#api/call";
import type { LocalStore } from "#local-store/local-store";
import type { SyncServer } from "#sync/sync-server";
import {
  NOTHING_TO_UPLOAD,
  type UploadOptions,
  type UploadOutcome,
  uploadPictures,
} from "#sync/upload-pictures";
import { withSyncLock } from "#sync/with-sync-lock";
import { retryPauseMs, withJitter } from "./retry-schedule";

type UploadLane = {
  /** Joins a running one. Resolves when it ends; never rejects. */
  run(options?: Pick<UploadOptions, "skipsPauses">): Promise<void>;
  stop(): void;
};

/**
 * Uploads pictures beside the exchange: text never waits for a picture. `onUploaded`: a pull is needed,
 * because only the server knows what it has now.
 */
export function startUploadLane(store: LocalStore, server: SyncServer, onUploaded: () => void): UploadLane {
  let running: Promise<void> | null = null;
  let isStopped = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let notBefore = 0;
  /** How often in a row nothing got through. */
  let cutOffs = 0;

  const upload = async (options: UploadOptions) => {
    clearTimeout(timer);
    const { uploads, retryAfterMs, isCutOff } = await withSyncLock(`pictures-${store.userId}`, () =>
      uploadPictures(store, server, options),
    ).catch((error: unknown) => {
      const outcome = waitAsAsked(error);
      notBefore = performance.now() + (outcome.retryAfterMs ?? 0);
      return outcome;
    });
    running = null;
    if (isStopped) return;
    cutOffs = isCutOff ? cutOffs + 1 : 0;
    const pauseMs = isCutOff ? retryPauseMs(cutOffs) : retryAfterMs;
    if (pauseMs !== null) timer = setTimeout(() => void run(), withJitter(pauseMs));
    if (uploads > 0) onUploaded();
  };
  const run = async (options: UploadOptions = {}) => {
    if (!isStopped && performance.now() >= notBefore) await (running ??= upload(options));
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
const waitAsAsked = (error: unknown): UploadOutcome => ({
  ...NOTHING_TO_UPLOAD,
  retryAfterMs: error instanceof ApiFailure && error.retryAfterS !== null ? error.retryAfterS * 1000 : null,
});
