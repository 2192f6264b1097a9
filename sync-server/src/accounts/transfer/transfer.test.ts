import { itemRow, shelfRow } from "@shelv/contract/testing/rows";
import { readdir } from "node:fs/promises";
import { deflateRawSync } from "node:zlib";
import {
  accountExport,
  type AccountExport,
  EXPORT_FILE,
  IMPORT_MAX_BYTES,
  type ImportAnswer,
  picturesIn,
} from "@shelv/contract/export";
import { EXPORT_FILE_MAX_BYTES, EXPORT_TOO_LARGE } from "@shelv/contract/limits/account-limits";
import { FIRST_SINGLES } from "@shelv/contract/rows/owner-tables";
import { EXPORT_CONFIRMED_MS } from "@shelv/contract/sign-in";
import * as fc from "fast-check";
import type { KyselyPlugin } from "kysely";
import * as v from "valibot";
import { v7 as uuid } from "uuid";
import { beforeAll, expect, test, vi } from "vitest";
import { anyAccount, contentOf } from "#conformance/exported-account";
import { LIMITS } from "#http/rate-limits/limits";
import { readStream } from "#http/read-body";
import { sha256Of } from "#pictures/store-picture";
import { EXPORTS_AT_ONCE } from "#routes/account/account-routes";
import type { Browser } from "#testing/browser";
import { confirmExport } from "#testing/confirm-export";
import { Device } from "#testing/device";
import { fillShelf } from "#testing/fill-shelf";
import { openTestServer, type TestServer } from "#testing/open-test-server";
import { movingPicture, picture } from "#testing/pictures";
import { type Files, unzipped, zipOfOne, zipped } from "#testing/zip";
import { exportZip } from "./export-zip.ts";
import { mustFit } from "./read-export.ts";
import { writeTemporaryFile } from "./temporary-file.ts";

vi.setConfig({ testTimeout: 60_000 });

const HOUR_MS = 60 * 60_000;
const small = { width: 12, height: 8 };
let pictures: Map<string, Uint8Array<ArrayBuffer>>;
beforeAll(async () => {
  const all = [await picture("png", small), await picture("webp", small), await movingPicture("gif", small)];
  pictures = new Map(all.map((bytes) => [sha256Of(bytes), bytes]));
});

const takeIn = (browser: Browser, body: Uint8Array<ArrayBuffer>) =>
  browser.send("POST", "/api/user/import", { body, headers: { "Content-Type": "application/zip" } });
const outcomeOf = async (response: Response) => [
  response.status,
  ((await response.json()) as { code: string }).code,
];

async function exportAccount(
  server: TestServer,
  browser: Browser,
): Promise<{ account: AccountExport; files: Map<string, Buffer>; bytes: Uint8Array<ArrayBuffer> }> {
  await confirmExport(server, browser);
  const response = await browser.get("/api/user/export");
  expect(response.status).toBe(200);
  const bytes = new Uint8Array(await response.arrayBuffer());
  const files = await unzipped(bytes);
  const account = v.parse(accountExport, JSON.parse(files.get(EXPORT_FILE)?.toString() ?? ""));
  return { account, files, bytes };
}

const fileOf = (account: AccountExport): Files => ({
  [EXPORT_FILE]: JSON.stringify(account),
  ...Object.fromEntries(
    picturesIn(account).flatMap((sha256) => {
      const bytes = pictures.get(sha256);
      return bytes ? [[`pictures/${sha256}.png`, bytes]] : [];
    }),
  ),
});

const {
  account: { id: _, username: __, hasPlanLimits: ___, ...plan },
  ...singles
} = FIRST_SINGLES;
const EMPTY: AccountExport = {
  version: 1,
  exportedAt: "2026-01-01T00:00:00.000Z",
  account: { username: "old", email: "old@example.org", createdAt: "2026-01-01T00:00:00.000Z", plan },
  profile: singles.profile,
  appearance: singles.appearance,
  settings: singles.settings,
  onboarding: singles.onboarding,
  socialLinks: [],
  shelves: [],
};
const shelfOf = (name: string, items: AccountExport["shelves"][number]["items"] = []) => ({
  ...shelfRow({ id: uuid(), name }),
  categories: [],
  items,
});
function itemOf(picture: string | null): AccountExport["shelves"][number]["items"][number] {
  const { shelfId: _, ...item } = itemRow({ id: uuid(), shelfId: "", title: "A book", picture });
  return item;
}
const shelvesOf = async (browser: Browser) =>
  ((await (await browser.get("/api/shelves")).json()) as { name: string }[]).map(({ name }) => name);

test("Exporting, importing and exporting again gives the same, with its pictures", async () => {
  const server = await openTestServer({ env: { PLAN_LIMITS: "off" } });
  let people = 0;
  const somebody = () => {
    server.wait(HOUR_MS);
    people += 1;
    return server.signedIn(`p${people}@example.org`, `person-${people}`);
  };
  await fc.assert(
    fc.asyncProperty(anyAccount([...pictures.keys()]), async (drawn) => {
      const [one, other] = [await somebody(), await somebody()];
      const taken = await takeIn(one, await zipped(fileOf(drawn)));
      const { skipped, ...counts } = (await taken.json()) as ImportAnswer;
      expect([taken.status, skipped, counts]).toEqual([
        200,
        [],
        {
          shelves: drawn.shelves.length,
          items: drawn.shelves.flatMap(({ items }) => items).length,
          pictures: picturesIn(drawn).length,
        },
      ]);
      const out = await exportAccount(server, one);
      expect(contentOf(out.account)).toEqual(contentOf(drawn));
      expect([...out.files.keys()].slice(2)).toEqual(
        picturesIn(out.account).map((sha256) => `pictures/${sha256}.webp`),
      );

      expect((await takeIn(other, out.bytes)).status).toBe(200);
      const again = await exportAccount(server, other);
      expect(contentOf(again.account)).toEqual(contentOf(out.account));
      expect(again.files.size).toBe(out.files.size);
    }),
    { numRuns: 8, endOnFailure: true },
  );
}, 120_000);

test("An export contains the sign-in address, the plan and the counts, and only its owner may get or cache it", async () => {
  const server = await openTestServer();
  const ada = await server.signedIn("ada@example.org", "Ada");
  await ada.put("/api/user/plan", { plan: "pro" });
  await confirmExport(server, ada);
  const response = await ada.get("/api/user/export");
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "content-type": "application/zip",
    "content-disposition": 'attachment; filename="shelv-Ada-2026-03-01.zip"',
    "cache-control": "private, no-store",
  });
  const { account, files } = await exportAccount(server, ada);
  expect(account.account).toEqual({
    username: "Ada",
    email: "ada@example.org",
    createdAt: "2026-03-01T12:00:00.000Z",
    plan: { plan: "pro", trialEndsAt: "2026-03-15T12:00:00.000Z", isPlanFixed: false },
  });
  expect(JSON.parse(files.get("analytics.json")?.toString() ?? "")).toEqual({ counts: [], activities: [] });
  expect((await server.browser().get("/api/user/export")).status).toBe(401);
});

test("An export needs a code sent for it, in the session that requested it, and is allowed for ten minutes", async () => {
  const server = await openTestServer();
  const ada = await server.signedIn("ada@example.org", "ada");
  const other = server.browser();
  await other.post("/api/auth/send-code", { email: "ada@example.org" });
  await other.post("/api/auth/verify-code", { code: await server.codeFor("ada@example.org") });
  const take = (browser: Browser) => browser.get("/api/user/export");
  const confirm = (browser: Browser, code: string) => browser.post("/api/user/export-confirmation", { code });
  expect(await (await take(ada)).json()).toEqual({
    code: "export-unconfirmed",
    message: "An export needs a new code from your email. Reload this page and choose Export again",
  });
  expect(await outcomeOf(await confirm(ada, "123456"))).toEqual([400, "code-expired"]);

  await ada.post("/api/user/deletion-code");
  expect(await outcomeOf(await confirm(ada, await server.codeFor("ada@example.org")))).toEqual([
    400,
    "code-expired",
  ]);
  await ada.post("/api/user/export-code");
  const code = await server.codeFor("ada@example.org");
  expect(await outcomeOf(await confirm(other, code))).toEqual([400, "code-expired"]);
  expect(await outcomeOf(await confirm(ada, code === "111111" ? "222222" : "111111"))).toEqual([
    400,
    "code-wrong",
  ]);
  expect(
    (
      await ada.send("DELETE", "/api/user", {
        body: JSON.stringify({ code }),
        headers: { "Content-Type": "application/json" },
      })
    ).status,
  ).toBe(400);
  expect((await confirm(ada, code)).status).toBe(204);
  expect(await outcomeOf(await confirm(ada, code))).toEqual([400, "code-expired"]);
  server.wait(EXPORT_CONFIRMED_MS - 1);
  expect([(await take(ada)).status, (await take(ada)).status, (await take(other)).status]).toEqual([
    200, 200, 403,
  ]);
  server.wait(1);
  expect((await take(ada)).status).toBe(403);
});

test("Export codes and wrong tries are limited per account", async () => {
  const server = await openTestServer();
  const ada = await server.signedIn("ada@example.org", "ada");
  let sent = 0;
  while ((await ada.post("/api/user/export-code")).status === 204) sent += 1;
  expect(sent).toBe(LIMITS["export-codes-by-account"].points);
  let tried = 0;
  while ((await ada.post("/api/user/export-confirmation", { code: "123456" })).status === 400) tried += 1;
  expect(tried).toBe(LIMITS["wrong-export-codes-by-account"].points);
});

test("An aborted export leaves nothing that the next one would notice", async () => {
  const server = await openTestServer();
  const ada = await server.signedIn("ada@example.org", "ada");
  await takeIn(
    ada,
    await zipped(fileOf({ ...EMPTY, shelves: [shelfOf("Reading", [...pictures.keys()].map(itemOf))] })),
  );
  await confirmExport(server, ada);
  const reader = (await ada.get("/api/user/export")).body?.getReader();
  await reader?.read();
  await reader?.cancel();
  await expect.poll(() => readdir(server.services.transfersFolder)).toEqual([]);
  expect((await exportAccount(server, ada)).files.size).toBe(5);
});

test("An account has a few exports at once, each with a file, and the next as soon as one ends", async () => {
  const server = await openTestServer();
  const ada = await server.signedIn("ada@example.org", "ada");
  await confirmExport(server, ada);
  const take = () => ada.get("/api/user/export");
  const taken: Response[] = [];
  for (let nth = 0; nth < EXPORTS_AT_ONCE; nth += 1) taken.push(await take());
  expect(taken.map(({ status }) => status)).toEqual(taken.map(() => 200));
  expect(await outcomeOf(await take())).toEqual([503, "busy"]);
  expect((await readdir(server.services.transfersFolder)).length).toBe(EXPORTS_AT_ONCE);
  await taken[0]?.body?.cancel();
  await taken[1]?.arrayBuffer();
  expect([(await take()).status, (await take()).status, (await take()).status]).toEqual([200, 200, 503]);
});

test("An export reads 50 items at a time, starts again if one changes meanwhile, and leaves no file", async () => {
  const server = await openTestServer();
  const { services } = server;
  const ada = await server.signedIn("ada@example.org", "ada");
  const { userId } = await Device.of(ada);
  const { id: shelfId } = (await (await ada.post("/api/shelves", { name: "Mine" })).json()) as { id: string };
  await fillShelf(server, { userId, shelfId, items: 120 });
  const sizes: number[] = [];
  const changing: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      const items = result.rows.filter((row) => "title" in row && "url" in row);
      if (items.length > 0) sizes.push(items.length);
      if (sizes.length === 1 && items.length > 0)
        await ada.form("PATCH", `/api/items/${String(items[0]?.id)}`, { title: "Changed" });
      return result;
    },
  };
  const db = { ...services.db, reader: services.db.reader.withPlugin(changing) };
  const zip = await exportZip({ ...services, db }, userId);
  const files = await unzipped(new Uint8Array(await new Response(zip).arrayBuffer()));
  const { shelves } = v.parse(accountExport, JSON.parse(files.get(EXPORT_FILE)?.toString() ?? ""));
  const titles = shelves.flatMap(({ items }) => items.map(({ title }) => title));
  expect([titles.length, titles.filter((title) => title === "Changed").length]).toEqual([120, 1]);
  expect(sizes).toEqual([50, 50, 20, 50, 50, 20]);
  expect(await readdir(services.transfersFolder)).toEqual([]);
});

test("An account with shelves imports nothing, in any order of events", async () => {
  const server = await openTestServer();
  const ada = await server.signedIn("ada@example.org", "ada");
  await ada.post("/api/shelves", { name: "Mine" });
  const zip = await zipped(fileOf({ ...EMPTY, shelves: [shelfOf("Theirs")] }));
  expect(await outcomeOf(await takeIn(ada, zip))).toEqual([409, "account-not-empty"]);

  const eve = await server.signedIn("eve@example.org", "eve");
  const gate = Promise.withResolvers<void>();
  const { pictureQueue: line } = server.services;
  const held = line.run(() => gate.promise, { payer: "eve" });
  const [picture = null] = pictures.keys();
  const taken = takeIn(
    eve,
    await zipped(fileOf({ ...EMPTY, shelves: [shelfOf("Theirs", [itemOf(picture)])] })),
  );
  while (line.length < 2) await new Promise(setImmediate);
  await eve.post("/api/shelves", { name: "Mine" });
  gate.resolve();
  await held;
  expect(await outcomeOf(await taken)).toEqual([409, "account-not-empty"]);
  expect(await shelvesOf(eve)).toEqual(["Mine"]);
});

test("An emptied account imports its export with the same ids, and its devices receive it", async () => {
  const server = await openTestServer();
  const ada = await server.signedIn("ada@example.org", "ada");
  const { id } = (await (await ada.post("/api/shelves", { name: "Reading" })).json()) as { id: string };
  const { bytes } = await exportAccount(server, ada);
  await ada.delete(`/api/shelves/${id}`);
  const device = await Device.of(ada);
  expect((await takeIn(ada, bytes)).status).toBe(200);
  expect((await device.sync()).rows).toContainEqual({
    table: "shelves",
    row: expect.objectContaining({ id, name: "Reading" }) as object,
  });
});

test("An import changes no plan and is no way round it: nothing is imported of more shelves than it has", async () => {
  const server = await openTestServer();
  const ada = await server.signedIn("ada@example.org", "ada");
  const names = ["One", "Two", "Three", "Four", "Five"];
  const premium = { plan: "premium", trialEndsAt: null, isPlanFixed: true } as const;
  const zip = await zipped(
    fileOf({
      ...EMPTY,
      account: { ...EMPTY.account, plan: premium },
      shelves: names.map((name) => shelfOf(name, [itemOf([...pictures.keys()][0] ?? "")])),
    }),
  );
  const refused = await takeIn(ada, zip);
  expect([refused.status, await refused.json()]).toMatchObject([
    403,
    { code: "export-over-plan", message: expect.stringContaining("room for 3 shelves") as string },
  ]);
  expect(await shelvesOf(ada)).toEqual([]);
  expect(await server.services.db.reader.selectFrom("blob").selectAll().execute()).toEqual([]);
  expect(await (await ada.get("/api/user/plan")).json()).toEqual({
    plan: "free",
    trialEndsAt: null,
    isPlanFixed: false,
    maxShelves: 3,
  });
  await ada.put("/api/user/plan", { plan: "pro" });
  expect((await takeIn(ada, zip)).status).toBe(200);
  expect((await shelvesOf(ada)).toSorted()).toEqual(names.toSorted());
});

test("Characters that end a line in some programs are ordinary text", async () => {
  const server = await openTestServer({ env: { PLAN_LIMITS: "off" } });
  const ada = await server.signedIn("ada@example.org", "ada");
  const item = { ...itemOf(null), description: "one\u2028two\u2029three\u0085four" };
  expect(
    (await takeIn(ada, await zipped(fileOf({ ...EMPTY, shelves: [shelfOf("Reading", [item])] })))).status,
  ).toBe(200);
  expect(await (await ada.get("/api/items")).json()).toMatchObject([{ description: item.description }]);
});

test("The answer names a picture by the start of its title, which may have 8 kB in few letters", async () => {
  const server = await openTestServer();
  const ada = await server.signedIn("ada@example.org", "ada");
  const missing = "2".repeat(64);
  const title = `e${"\u0301".repeat(3000)}`;
  const account = { ...EMPTY, shelves: [shelfOf("Reading", [{ ...itemOf(missing), title }])] };
  const answer = await takeIn(ada, await zipped(fileOf(account)));
  expect(await answer.json()).toMatchObject({
    skipped: [{ message: `The picture of “${title.slice(0, 100)}…” is not in the zip` }],
  });
});

test("A picture that is broken, missing, too large or invalid is left out, the answer says what it shows, and the rest is imported", async () => {
  const server = await openTestServer();
  const ada = await server.signedIn("ada@example.org", "ada");
  const [good = ""] = pictures.keys();
  const [broken, missing, noPicture, large, ofProfile] = [1, 2, 3, 4, 5].map((digit) =>
    String(digit).repeat(64),
  ) as [string, string, string, string, string];
  const account = {
    ...EMPTY,
    profile: { ...EMPTY.profile, picture: ofProfile },
    shelves: [
      shelfOf(
        "Reading",
        Object.entries({ Good: good, Broken: broken, Missing: missing, Text: noPicture, Large: large }).map(
          ([title, sha256]) => ({ ...itemOf(sha256), title }),
        ),
      ),
    ],
  };
  const bytes = pictures.get(good) ?? new Uint8Array();
  const zip = await zipped({
    ...fileOf(account),
    [`pictures/${broken}.png`]: bytes.slice(0, 60),
    [`pictures/${noPicture}.svg`]: "<svg/>",
    [`pictures/${large}.png`]: new Uint8Array(20 * 1024 * 1024 + 1),
  });
  expect(await (await takeIn(ada, zip)).json()).toEqual({
    shelves: 1,
    items: 5,
    pictures: 1,
    skipped: [
      { file: `pictures/${broken}`, message: "The picture of “Broken” cannot be read" },
      { file: `pictures/${missing}`, message: "The picture of “Missing” is not in the zip" },
      {
        file: `pictures/${noPicture}`,
        message: "The picture of “Text”: Please upload a JPEG, PNG, GIF, or WebP image",
      },
      { file: `pictures/${large}`, message: "The picture of “Large”: That is too large" },
      { file: `pictures/${ofProfile}`, message: "Your profile picture is not in the zip" },
    ],
  });
  const { account: after } = await exportAccount(server, ada);
  expect(after.shelves[0]?.items.filter(({ picture }) => picture !== null)).toHaveLength(1);
}, 30_000);

test("An invalid export is rejected, and leaves neither rows nor files", async () => {
  const server = await openTestServer();
  const ada = await server.signedIn("ada@example.org", "ada");
  const good = await zipped(fileOf({ ...EMPTY, shelves: [shelfOf("Reading")] }));
  const twice = shelfOf("Reading");
  const files: [why: string, bytes: Uint8Array<ArrayBuffer>, code: string][] = [
    ["nothing", new Uint8Array(), "export-unreadable"],
    ["no zip", await picture("png", small), "export-unreadable"],
    ["cut off", good.slice(0, -30), "export-unreadable"],
    ["without shelv.json", await zipped({ "other.json": "{}" }), "export-unreadable"],
    ["a name that climbs out", await zipped({ ...fileOf(EMPTY), "../../evil": "x" }), "export-unreadable"],
    ["a name from the root", await zipped({ ...fileOf(EMPTY), "/etc/evil": "x" }), "export-unreadable"],
    ["no JSON", await zipped({ [EXPORT_FILE]: "{" }), "export-unreadable"],
    [
      "of another format",
      await zipped({ [EXPORT_FILE]: JSON.stringify({ ...EMPTY, version: 2 }) }),
      "invalid",
    ],
    [
      "with a dangerous link",
      await zipped(
        fileOf({ ...EMPTY, shelves: [shelfOf("x", [{ ...itemOf(null), url: "javascript:alert(1)" }])] }),
      ),
      "invalid",
    ],
    ["two shelves of one id", await zipped(fileOf({ ...EMPTY, shelves: [twice, twice] })), "invalid"],
    ["longer than it says", bomb(), "export-unreadable"],
  ];
  for (const [why, bytes, code] of files) {
    server.wait(HOUR_MS);
    const [status, refused] = await outcomeOf(await takeIn(ada, bytes));
    expect([why, status, refused]).toEqual([why, 400, code]);
  }
  expect([await shelvesOf(ada), await readdir(server.services.transfersFolder)]).toEqual([[], []]);
});

const bomb = () =>
  zipOfOne(EXPORT_FILE, {
    data: deflateRawSync(JSON.stringify(EMPTY).padEnd(1_000_000)),
    unfoldedBytes: 10_000,
  });

test("A shelv.json above the limit is rejected before it is read", async () => {
  const server = await openTestServer();
  const ada = await server.signedIn("ada@example.org", "ada");
  expect(
    await outcomeOf(
      await takeIn(ada, await zipped({ [EXPORT_FILE]: new Uint8Array(EXPORT_FILE_MAX_BYTES + 1) })),
    ),
  ).toEqual([400, "export-too-large"]);
}, 30_000);

test.each<[why: string, shelves: { categories: number; items: number }[], fits: boolean]>([
  [
    "all that an account may hold",
    Array.from({ length: 500 }, (_, at) =>
      at < 5 ? { categories: 100, items: 2000 } : { categories: at < 505 ? 3 : 0, items: 0 },
    ),
    true,
  ],
  ["a shelf too many", Array.from({ length: 501 }, () => ({ categories: 0, items: 0 })), false],
  ["an item too many on a shelf", [{ categories: 0, items: 2001 }], false],
  ["a category too many on a shelf", [{ categories: 101, items: 0 }], false],
  [
    "an item too many in all",
    [...Array.from({ length: 5 }, () => ({ categories: 0, items: 2000 })), { categories: 0, items: 1 }],
    false,
  ],
  [
    "a category too many in all",
    Array.from({ length: 21 }, (_, at) => ({ categories: at < 20 ? 100 : 1, items: 0 })),
    false,
  ],
])("An export is checked against the quotas before anything is written: %s", (_, shelves, fits) => {
  expect(whyNot(shelves)).toBe(fits ? null : EXPORT_TOO_LARGE);
});

test("An export with an item in more than 50 categories is rejected as too large", () => {
  expect([50, 51].map((count) => whyNot([{ categories: 100, items: 1 }], count))).toEqual([
    null,
    EXPORT_TOO_LARGE,
  ]);
});

function whyNot(shelves: { categories: number; items: number }[], categoriesOfItem = 0): string | null {
  try {
    const item = () => ({ categoryIds: Array(categoriesOfItem) });
    mustFit({
      shelves: shelves.map(({ categories, items }) => ({
        categories: Array(categories),
        items: Array.from({ length: items }, item),
      })),
    } as never);
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

test("Four stalled senders do not block other imports", async () => {
  const server = await openTestServer();
  const gate = Promise.withResolvers<void>();
  const taken = ["a", "b", "c", "d"].map(async (name) => {
    const body = new ReadableStream<Uint8Array>(
      {
        start: (controller) => controller.enqueue(Uint8Array.of(0x50, 0x4b)),
        pull: () => gate.promise,
        cancel: () => {},
      },
      { highWaterMark: 0 },
    );
    const slow = await server.signedIn(`${name}@example.org`, `slow-${name}`);
    return slow.send("POST", "/api/user/import", { body });
  });
  await expect
    .poll(async () => (await readdir(server.services.transfersFolder).catch(() => [])).length, {
      timeout: 30_000,
    })
    .toBe(4);
  const ada = await server.signedIn("ada@example.org", "ada");
  expect((await takeIn(ada, await zipped(fileOf({ ...EMPTY, shelves: [shelfOf("Reading")] })))).status).toBe(
    200,
  );
  gate.reject(new Error("The connection broke"));
  expect((await Promise.all(taken)).map(({ status }) => status)).toEqual([499, 499, 499, 499]);
  expect(await readdir(server.services.transfersFolder)).toEqual([]);
  expect(server.printed.filter((line) => line.includes("bug"))).toEqual([]);
});

test("A stalled upload is aborted, and leaves no file", async () => {
  const server = await openTestServer();
  let hasEnded = false;
  async function* stalled() {
    yield Uint8Array.of(0x50, 0x4b);
    await new Promise(() => {});
  }
  const pieces = stalled();
  const stall = {
    [Symbol.asyncIterator]: () => ({
      next: () => pieces.next(),
      return: async () => ({ done: (hasEnded = true), value: undefined }) as const,
    }),
  };
  await expect(writeTemporaryFile(server.services.transfersFolder, stall, 1)).rejects.toMatchObject({
    code: "too-slow",
  });
  expect([hasEnded, await readdir(server.services.transfersFolder)]).toEqual([true, []]);
});

test("Too long an upload is rejected by its declared and its real length, and leaves no file", async () => {
  const server = await openTestServer();
  const ada = await server.signedIn("ada@example.org", "ada");
  const said = await ada.send("POST", "/api/user/import", {
    body: new Uint8Array(1),
    headers: { "Content-Length": String(IMPORT_MAX_BYTES + 1) },
  });
  expect(await outcomeOf(said)).toEqual([413, "too-large"]);
  const silent = new Request("http://localhost:3000/", {
    method: "POST",
    body: new Blob([new Uint8Array(11)]).stream(),
    duplex: "half",
  });
  await expect(writeTemporaryFile(server.services.transfersFolder, readStream(silent, 10))).rejects.toThrow(
    "That is too large",
  );
  expect(await readdir(server.services.transfersFolder)).toEqual([]);
});

test("Imports and exports are limited, and an account has one import at a time", async () => {
  const server: TestServer = await openTestServer();
  const ada = await server.signedIn("ada@example.org", "ada");
  const zip = await zipped(fileOf(EMPTY));
  const both = await Promise.all([takeIn(ada, zip), takeIn(ada, zip)]);
  expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 503]));
  for (let taken = 1; taken < LIMITS["imports-by-account"].points; taken += 1)
    expect((await takeIn(ada, zip)).status).toBe(200);
  expect((await takeIn(ada, zip)).status).toBe(429);
  await confirmExport(server, ada);
  for (let taken = 0; taken < LIMITS["exports-by-account"].points; taken += 1) {
    const answer = await ada.get("/api/user/export");
    expect(answer.status).toBe(200);
    await answer.arrayBuffer();
  }
  expect((await ada.get("/api/user/export")).status).toBe(429);
});
