import assert from "node:assert/strict";
import { createServer, type Socket } from "node:net";
import { gzipSync } from "node:zlib";
import type { AttackedServer } from "sync-server/bench/abuse/attacked-server";
import { type Attack, newAccount, until } from "./attack.ts";

const OK = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n";

async function withSite(
  { sitePort }: AttackedServer,
  answer: (socket: Socket) => void,
  attack: () => Promise<void>,
): Promise<void> {
  const sockets = new Set<Socket>();
  const site = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.once("data", () => answer(socket));
  });
  await new Promise<void>((resolve) => site.listen(sitePort, "127.0.0.1", resolve));
  try {
    await attack();
  } finally {
    for (const socket of sockets) socket.destroy();
    site.close();
  }
}

const urlOf = ({ sitePort }: AttackedServer) => `http://127.0.0.1:${sitePort}/`;

function forever(socket: Socket, text: string): void {
  const write = () => {
    while (!socket.destroyed && socket.write(text));
  };
  socket.on("drain", write);
  write();
}

const EMPTY_BLOCKS = Buffer.alloc(20_000_000, Buffer.from([0x00, 0x00, 0x00, 0xff, 0xff]));
const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]);
const NESTED = gzipSync(Buffer.concat([GZIP_HEADER, EMPTY_BLOCKS]));

const OF_DETAILS: { id: string; requests: number; answer: (socket: Socket) => void }[] = [
  {
    id: "a site that sends chunks of one byte",
    requests: 4,
    answer: (socket) => {
      socket.write(`${OK}Transfer-Encoding: chunked\r\n\r\n`);
      forever(socket, "1\r\na\r\n".repeat(10_000));
    },
  },
  {
    id: "a site that announces an answer without end",
    requests: 9,
    answer: (socket) => forever(socket, "HTTP/1.1 103 Early Hints\r\n\r\n".repeat(1000)),
  },
  {
    id: "a site that sends gzip in gzip of empty blocks",
    requests: 4,
    answer: (socket) => {
      socket.write(`${OK}Content-Encoding: gzip, gzip\r\n\r\n`);
      socket.end(NESTED);
    },
  },
];

const ROBOTS: Record<string, string> = {
  "12,000 agents and rules in robots.txt": `${"user-agent: *\n".repeat(12_000)}${"allow: /a\n".repeat(12_000)}`,
  "one pattern of stars in robots.txt": `user-agent: *\ndisallow: /${"*a".repeat(125_000)}`,
};

async function withDueLink(server: AttackedServer, url: string): Promise<() => Promise<boolean>> {
  const eve = await newAccount(server);
  await eve.furnish({ itemsOnEach: 1 });
  const { db } = server;
  const of = { user_id: eve.userId };
  await db.writer.updateTable("item").set({ url }).where("user_id", "=", of.user_id).execute();
  const { id: item_id } = await db.reader
    .selectFrom("item")
    .select("id")
    .where("user_id", "=", of.user_id)
    .executeTakeFirstOrThrow();
  await db.writer.deleteFrom("link_check").where("user_id", "=", of.user_id).execute();
  await db.writer
    .insertInto("link_check")
    .values({ ...of, item_id, due_at: 0, misses: 0, missed_at: null })
    .execute();
  return async () => {
    const { due_at } = await db.reader
      .selectFrom("link_check")
      .select("due_at")
      .where("user_id", "=", of.user_id)
      .executeTakeFirstOrThrow();
    return due_at > 0;
  };
}

export const OUTBOUND_ATTACKS: readonly Attack[] = [
  ...OF_DETAILS.map(({ id, requests, answer }): Attack => ({
    id,
    async prepare(server) {
      const accounts = await Promise.all(Array.from({ length: requests }, () => newAccount(server)));
      const ask = async () => {
        const url = urlOf(server);
        const answers = await Promise.all(
          accounts.map((eve) => eve.json("POST", "/api/link-details", { url })),
        );
        for (const { status } of answers) assert.ok([200, 422, 503].includes(status), `answers ${status}`);
      };
      return () => withSite(server, answer, ask);
    },
  })),
  ...Object.entries(ROBOTS).map(([id, robots]): Attack => ({
    id,
    async prepare(server) {
      const answer = (socket: Socket) => void socket.end(`${OK}Connection: close\r\n\r\n${robots}`);
      const isChecked = await withDueLink(server, urlOf(server));
      const wait = async () => {
        for (let minute = 0; minute < 2 && !(await isChecked()); minute += 1)
          await until(isChecked, "the link was checked").catch(() => {});
        assert.ok(await isChecked(), "the link was not checked");
      };
      return () => withSite(server, answer, wait);
    },
  })),
];
