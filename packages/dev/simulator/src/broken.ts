/**
 * Faults that the simulator puts around the production code: a client, a store or a server that is broken, so that the simulator
 * proves that it notices. `INJECTED_FAULTS` of the contract are those inside the production code.
 */
export const BROKEN = {
  "foreign-answer-believed":
    "A device takes what a captive portal answers for the server's word that all is done",
  "cut-answer-used": "A device uses what arrived of an answer that broke off",
  "storage-keeps-halves":
    "What was written before the storage failed stays, though its transaction did not end",
  "last-change-not-named": "A device does not hear whose change the server last dealt with",
  "plans-not-checked": "The server holds no plan to its limits",
  "import-in-parts": "Each row of an import is a write of its own",
  "blocked-for-ever": "A change that the network refuses is tried for ever, and all others wait behind it",
  "deletions-say-they-saw-all": "A deletion claims that its device had seen everything",
  "forgets-by-the-clock": "The server's sweep believes a clock that jumped",
  "other-builds-rows-stay": "A build takes the rows of another build for its own",
  "revision-stays": "A device does not count its rebases, so that it applies answers to an older state of it",
  "joins-forgotten": "The server does not know who put an item into a category",
  "merges-forgotten": "The server does not know what a category was merged into",
  "one-store-for-all": "A device goes on with its old store when its owner begins another account",
} as const;
export type Broken = keyof typeof BROKEN;

export const broken = new Set<Broken>();
