/**
 * Injected faults, which the simulator must detect. Those of `AROUND` are in its own client, store and
 * server; those of `INSIDE` replace an expression of a production file when Vite loads it (inject-faults.ts).
 */
const AROUND = {
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
  "link-guards-nothing": "The server completes an item whatever its owner has typed since the page was read",
  "one-store-for-all": "A device goes on with its old store when its owner begins another account",
} as const;

/**
 * `find` occurs exactly once in the file, as oxfmt writes it. In `replace`, `FAULT` is true while the fault
 * is on.
 */
type Edit = { file: string; find: string; replace: string };
type Inside = { what: string; edits: readonly Edit[] };

const edit = (file: string, find: string, replace: string): Edit => ({ file, find, replace });
const APPLY_PULL = "web/src/sync/pull/apply-pull.ts";
const APPLY_MUTATIONS = "sync-server/src/shelves/mutate/apply-mutations.ts";
const EXCHANGE = "sync-server/src/shelves/exchange.ts";
const SYNC_CLIENT = "sync-server/src/shelves/sync-state/sync-client.ts";
const BEFORE_STATE = "    const next: SyncMeta = {";

export const INSIDE = {
  "link-is-an-edit": {
    what: "What the server finds out about a link counts as an owner's edit",
    edits: [
      edit(
        APPLY_MUTATIONS,
        "const { isServers } = prepared;",
        "const isServers = !FAULT && prepared.isServers;",
      ),
    ],
  },
  "undo-takes-all": {
    what: "An undo takes back what was written since, too",
    edits: [
      edit(
        "packages/mutators/src/patch.ts",
        "Object.entries(wrote).every(",
        "FAULT || Object.entries(wrote).every(",
      ),
    ],
  },
  "undo-takes-all-from-links": {
    what: "An undo of a request for details takes back what the owner typed since",
    edits: [
      edit(
        "sync-server/src/shelves/mutate/note-overwritten.ts",
        "?.clientId === LINK)",
        "?.clientId === LINK || FAULT)",
      ),
    ],
  },
  "silence-by-the-devices-clock": {
    what: "A link is silenced until a time that a device's clock says",
    edits: [
      edit(
        "packages/mutators/src/changes/items.ts",
        "if (patch.silencedUntil == null) return patch;",
        "if (patch.silencedUntil == null || FAULT) return patch;",
      ),
    ],
  },
  "trash-by-the-devices-clock": {
    what: "A device forgets deletions by its own clock",
    edits: [
      edit(
        "web/src/sync/prune-store.ts",
        "= isNewDay ?",
        '= FAULT ? await store.trash.where("at").below(nowMs - TRASH_RETENTION_MS).delete() : isNewDay ?',
      ),
    ],
  },
  "no-dedupe": {
    what: "The server applies again what it has applied",
    edits: [
      edit(
        APPLY_MUTATIONS,
        "mutations.filter(({ mid }) => mid > numbering.lastMid)",
        "FAULT ? mutations : mutations.filter(({ mid }) => mid > numbering.lastMid)",
      ),
      edit(APPLY_MUTATIONS, "fresh.slice(0, AT_ONCE)", "FAULT ? fresh : fresh.slice(0, AT_ONCE)"),
      edit(
        APPLY_MUTATIONS,
        "last !== numbering && isEnough(owner.rows.pending)",
        "last !== numbering && isEnough(owner.rows.pending) && !FAULT",
      ),
      edit(SYNC_CLIENT, "opId ?? []", "FAULT ? [] : opId ?? []"),
    ],
  },
  "op-ids-ignored": {
    what: "Neither side looks at the names of changes, only at their numbers",
    edits: [
      edit(APPLY_MUTATIONS, "if (lastOp === null)", "if (lastOp === null || FAULT)"),
      edit(APPLY_PULL, "if (lastOp === null)", "if (lastOp === null || FAULT)"),
      edit(SYNC_CLIENT, "opId ?? []", "FAULT ? [] : opId ?? []"),
    ],
  },
  "no-tombstones": {
    what: "Answers hold no deletions",
    edits: [
      edit(EXCHANGE, 'gone: tables.has("sync_tombstone")', 'gone: !FAULT && tables.has("sync_tombstone")'),
    ],
  },
  "gc-without-floor": {
    what: "Old tombstones go, and devices that have not seen them do not start over",
    edits: [edit(EXCHANGE, "  const goesOn =", "  if (FAULT) floor = 0;\n  const goesOn =")],
  },
  "no-epoch-check": {
    what: "The server applies a batch from another epoch",
    edits: [edit(APPLY_MUTATIONS, "if (owner.epoch !== epoch)", "if (owner.epoch !== epoch && !FAULT)")],
  },
  "no-epoch-rotation": {
    what: "A backup is restored, and its epoch goes on",
    edits: [
      edit(
        EXCHANGE,
        "if (!isOutdated && remembersLess(device, request)) {",
        "if (!FAULT && !isOutdated && remembersLess(device, request)) {",
      ),
    ],
  },
  "ack-ignores-epoch": {
    what: "The server leaves out a rejection because another epoch's was acknowledged",
    edits: [
      edit(
        EXCHANGE,
        "results: more ? [] : results,",
        "results: more ? [] : results.filter(({ mid }) => !FAULT || mid > request.ack),",
      ),
    ],
  },
  "notice-without-value": {
    what: "The notice of a value that was overwritten unseen does not hold that value",
    edits: [
      edit(
        "sync-server/src/shelves/mutate/note-overwritten.ts",
        "overwritten.push(one)",
        "overwritten.push(FAULT ? { ...one, lost: null } : one)",
      ),
    ],
  },
  "deleted-unseen-not-noted": {
    what: "A deletion that had not seen an edit writes no notice",
    edits: [
      edit(
        "sync-server/src/shelves/mutate/note-deleted.ts",
        "if (seen?.epoch !== epoch)",
        "if (seen?.epoch !== epoch || FAULT)",
      ),
    ],
  },
  "restore-forgets-children": {
    what: "A restored shelf lacks what was on it",
    edits: [
      edit(
        "packages/mutators/src/changes/restore.ts",
        '  tx.put("shelves", shelf.row);',
        '  tx.put("shelves", shelf.row);\n  if (FAULT) return true;',
      ),
    ],
  },
  "no-base-guard": {
    what: "A device applies every answer, whatever state asked for it",
    edits: [edit(APPLY_PULL, "  const isOlder =", "  if (FAULT) return true;\n  const isOlder =")],
  },
  "weak-cursor-guard": {
    what: "A device applies an answer that it asked for before it applied another",
    edits: [
      edit(
        APPLY_PULL,
        "base.cursor === meta.cursor && askedRevision === meta.revision",
        "FAULT || (base.cursor === meta.cursor && askedRevision === meta.revision)",
      ),
    ],
  },
  "poke-from-anywhere": {
    what: "A device applies another's change, whatever its own state is",
    edits: [
      edit(APPLY_PULL, "body.base.cursor === meta.cursor", "(FAULT || body.base.cursor === meta.cursor)"),
    ],
  },
  "no-revert-before-rebase": {
    what: "A device lays the server's rows over its unconfirmed ones",
    edits: [
      edit("web/src/sync/pull/rebase.ts", "of confirmed) view.set", "of FAULT ? [] : confirmed) view.set"),
    ],
  },
  "lost-pending-on-reset": {
    what: "A device that starts over forgets what is pending",
    edits: [
      edit(
        APPLY_PULL,
        BEFORE_STATE,
        `    if (FAULT) answer.lastMid = Math.max(answer.lastMid, meta.lastMid);\n${BEFORE_STATE}`,
      ),
    ],
  },
  "lost-blob": {
    what: "A device counts a picture as uploaded before it is",
    edits: [
      edit(
        "web/src/sync/upload-pictures.ts",
        "await server.putPicture(",
        "if (!FAULT) await server.putPicture(",
      ),
    ],
  },
  "upload-believed": {
    what: "A device never uploads again what an upload's answer called stored",
    edits: [
      edit(
        "web/src/sync/upload-pictures.ts",
        "if (!shown.has(sha256) || givenUp.has(sha256)) continue;",
        "if (!shown.has(sha256) || givenUp.has(sha256) || (FAULT && attempts?.isUploaded)) continue;",
      ),
    ],
  },
  "pauses-believe-the-clock": {
    what: "A picture waits as long as a clock that was wrong said",
    edits: [
      edit(
        "web/src/sync/upload-pictures.ts",
        "waitMs <= LONGEST_PAUSE_MS",
        "(FAULT || waitMs <= LONGEST_PAUSE_MS)",
      ),
    ],
  },
  "drafts-stay-in-memory": {
    what: "The text in an open form is not stored",
    edits: [
      edit("web/src/domain/drafts/draft-writer.ts", "await store.write(", "FAULT || await store.write("),
    ],
  },
  "forms-remove-others-drafts": {
    what: "A form that is saved removes the text that another tab has stored",
    edits: [
      edit(
        "web/src/local-store/unsynced/form-drafts-database.ts",
        "writers.includes(writer)",
        "(FAULT || writers.includes(writer))",
      ),
    ],
  },
  "pictures-not-counted": {
    what: "The header counts no picture that waits",
    edits: [
      edit("web/src/outbox/change-counts.ts", "changes + pictures", "changes + (FAULT ? 0 : pictures)"),
    ],
  },
  "offline-by-one-request": {
    what: "The header says Offline where the network refuses one change",
    edits: [
      edit(
        "web/src/sync/run-sync.ts",
        '=== "blocked") return "blocked";',
        '=== "blocked") return FAULT ? "no-network" : "blocked";',
      ),
    ],
  },
  "parts-forget-their-deletion": {
    what: "Each part of a deletion in parts is a deletion of its own",
    edits: [
      edit(
        "sync-server/src/shelves/mutate/take-part.ts",
        "if (shelfId === undefined)",
        "if (shelfId === undefined || FAULT)",
      ),
    ],
  },
  "stopped-taken-for-done": {
    what: "A device takes what it sent for done, though the server stopped before its end",
    edits: [
      edit(
        APPLY_PULL,
        BEFORE_STATE,
        `    if (FAULT) answer.lastMid = Math.max(answer.lastMid, request.mutations.at(-1)?.mid ?? 0);\n${BEFORE_STATE}`,
      ),
    ],
  },
  "refusals-not-recorded": {
    what: "A device forgets a rejected change instead of moving it to the tray",
    edits: [
      edit(APPLY_PULL, "const result of answer.results)", "const result of FAULT ? [] : answer.results)"),
    ],
  },
} as const satisfies Record<string, Inside>;

export type Fault = keyof typeof AROUND | keyof typeof INSIDE;

export const FAULTS = Object.fromEntries([
  ...Object.entries(AROUND),
  ...Object.entries(INSIDE).map(([name, { what }]) => [name, what]),
]) as Record<Fault, string>;

/** Those that are on. Global: the replaced expressions are in other packages' modules. */
export const faults = new Set<Fault>();
Object.assign(globalThis, { simulatorFaults: faults });
