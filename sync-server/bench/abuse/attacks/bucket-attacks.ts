/** A server of its own, whose pictures are in a bucket. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import { originalPath } from "@shelv/contract/rows/picture";
import { AttackedServer } from "sync-server/bench/abuse/attacked-server";
import { memoryMb } from "sync-server/bench/memory";
import { S3TestServer } from "#pictures/storage/testing/s3-test-server";
import type { Attack } from "./attack.ts";

const READERS = 100;
const PICTURE_BYTES = 16_000_000;
const GROWTH_MAX_MB = 150;
const SHA256 = "ab".repeat(32);

export const BUCKET_ATTACKS: readonly Attack[] = [
  {
    id: "100 clients that take nothing of a large picture in a bucket",
    async prepare() {
      const s3 = await S3TestServer.listen();
      const server = await AttackedServer.start(s3.env());
      const bytes = Buffer.alloc(PICTURE_BYTES, "picture ");
      s3.objects.set(`media/ab/${SHA256}/original.webp`, { bytes, storedAtMs: 0 });
      return async () => {
        const before = await memoryMb(server.pid);
        const sockets = await Promise.all(Array.from({ length: READERS }, (_, at) => idleReader(server, at)));
        try {
          const answer = await fetch(server.origin + originalPath(SHA256));
          assert.equal((await answer.arrayBuffer()).byteLength, PICTURE_BYTES);
          const grownMb = (await memoryMb(server.pid)) - before;
          assert.ok(grownMb < GROWTH_MAX_MB, `its memory grows by ${grownMb} MB`);
        } finally {
          for (const socket of sockets) socket.destroy();
          await server.stop();
          await s3.stop();
        }
      };
    },
  },
];

/** A client in a network of its own takes the first bytes and no more. */
async function idleReader({ origin }: AttackedServer, at: number) {
  const { hostname, port, host } = new URL(origin);
  const socket = connect(Number(port), hostname);
  const from = `10.0.${at}.1`;
  socket.write(`GET ${originalPath(SHA256)} HTTP/1.1\r\nHost: ${host}\r\nX-Forwarded-For: ${from}\r\n\r\n`);
  socket.on("error", () => undefined);
  await once(socket, "readable");
  return socket;
}
