/**
 * Every queue in which payers wait for the same few places, and what one payer may have there. A payer is an
 * account; a visitor's work is paid for by the visitor's network.
 */
import { FairQueue, type QueueLimits } from "./fair-queue.ts";

export const SHARED_QUEUES = {
  /** Requests to other sites, keyed by host. Each may hold a picture in memory. */
  outbound: { atOnce: 12, most: 400, ofPayer: { atOnce: 3, waiting: 12 } },
  pages: { atOnce: 1, most: 100, ofPayer: { atOnce: 1, waiting: 6 } },
  pictures: { atOnce: 1, most: 24, ofPayer: { atOnce: 1, waiting: 2 } },
  /** Requests for a part of a picture each: a page shows a hundred, a sweep looks up a hundred. */
  bucket: { atOnce: 50, most: 3000, ofPayer: { atOnce: 25, waiting: 100 } },
  /** One at a time per account: items stay in the order of their arrival. */
  captures: { atOnce: 4, most: 1000, ofPayer: { atOnce: 1, waiting: 300 } },
  /** The digests leave codes some of the mail server's connections. */
  codeMails: { atOnce: 8, most: 200, ofPayer: { atOnce: 2, waiting: 10 } },
  /** Built in slices. The payer is the page, which may wait in several forms: HTML, JSON, its owner's. */
  largePages: { atOnce: 1, most: 50, ofPayer: { atOnce: 1, waiting: 3 } },
  customCss: { atOnce: 1, most: 100, ofPayer: { atOnce: 1, waiting: 1 } },
  /** Drawn by one process. The payer is the block of the network that asks, such as a crawler's. */
  ogImages: { atOnce: 1, most: 50, ofPayer: { atOnce: 1, waiting: 6 } },
  exports: { atOnce: 1, most: 20, ofPayer: { atOnce: 1, waiting: 1 } },
  linkChecks: { atOnce: 4, most: 200, ofPayer: { atOnce: 1, waiting: 20 } },
  /** Lists read while they are sent, as long as the client takes. Each has a part in memory. */
  longAnswers: { atOnce: 60, most: 100, ofPayer: { atOnce: 1, waiting: 3 } },
} as const satisfies Record<string, QueueLimits>;

/** Work that waits in the database, and how much of one account's a process claims before others'. */
export const CLAIMED_WORK = {
  detailJobs: { atOnce: 4, ofPayer: 2 },
  /** Checks of one round. */
  linkChecks: { atOnce: SHARED_QUEUES.linkChecks.most, ofPayer: SHARED_QUEUES.linkChecks.ofPayer.waiting },
} as const;

export type SharedQueue = keyof typeof SHARED_QUEUES;

export const openQueue = (name: SharedQueue): FairQueue => new FairQueue(SHARED_QUEUES[name]);
