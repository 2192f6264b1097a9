/**
 * Every queue in which the work of different accounts waits for the same few places, with what one payer may
 * have there. A payer is an account; for visitors, their network.
 */
import { FairQueue, type QueueLimits } from "./fair-queue.ts";

export const SHARED_QUEUES = {
  /** Requests to other sites, keyed by host. Each may hold a picture in memory. */
  outbound: { atOnce: 12, most: 400, ofPayer: { atOnce: 3, waiting: 12 } },
  /** Pages that one process parses. */
  pages: { atOnce: 1, most: 100, ofPayer: { atOnce: 1, waiting: 6 } },
  /** Uploads that one process encodes, and removals of pictures. */
  pictures: { atOnce: 1, most: 24, ofPayer: { atOnce: 1, waiting: 2 } },
} as const satisfies Record<string, QueueLimits>;

export type SharedQueue = keyof typeof SHARED_QUEUES;

export const openQueue = (name: SharedQueue): FairQueue => new FairQueue(SHARED_QUEUES[name]);
