import type { Socket } from "node:net";
import { gzipSync } from "node:zlib";

export type Hostile = { name: string; code: string | null; serve: (socket: Socket) => void };

const OK = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n";

function forever(socket: Socket, chunk: string | Buffer): void {
  const write = () => {
    while (!socket.destroyed && socket.write(chunk));
  };
  socket.on("drain", write);
  write();
}

function drip(socket: Socket, text: string): void {
  const timer = setInterval(() => socket.write(text), 20);
  socket.on("close", () => clearInterval(timer));
}

const ZEROS = Buffer.alloc(64 * 1024 * 1024);
const bomb = gzipSync(ZEROS);
const nested = gzipSync(bomb);
const EMPTY_BLOCK = Buffer.from([0x00, 0x00, 0x00, 0xff, 0xff]);
const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]);

export const HOSTILE: Hostile[] = [
  { name: "never answers", code: "link-too-slow", serve: () => {} },
  { name: "closes at once", code: "link-unreachable", serve: (socket) => socket.destroy() },
  { name: "ends without a word", code: "link-unreachable", serve: (socket) => socket.end() },
  { name: "speaks HTTP/0.9", code: "link-unreachable", serve: (socket) => socket.end("<html>hello</html>") },
  { name: "speaks SSH", code: "link-unreachable", serve: (socket) => socket.end("SSH-2.0-OpenSSH_9.6\r\n") },
  { name: "speaks SMTP", code: "link-unreachable", serve: (socket) => socket.end("220 mail ESMTP\r\n") },
  {
    name: "answers with a redis error",
    code: "link-unreachable",
    serve: (socket) => socket.end("-ERR unknown command\r\n"),
  },
  { name: "has no status", code: "link-unreachable", serve: (socket) => socket.end("HTTP/1.1\r\n\r\n") },
  {
    name: "has a status of letters",
    code: "link-unreachable",
    serve: (socket) => socket.end("HTTP/1.1 abc OK\r\n\r\n"),
  },
  { name: "stops in its status", code: "link-too-slow", serve: (socket) => void socket.write("HTTP/1") },
  {
    name: "drips headers",
    code: "link-too-slow",
    serve: (socket) => (socket.write(OK), drip(socket, "X-A: b\r\n")),
  },
  {
    name: "drips a body",
    code: "link-too-slow",
    serve: (socket) => (socket.write(`${OK}\r\n`), drip(socket, "a")),
  },
  {
    name: "drips chunks",
    code: "link-too-slow",
    serve: (socket) => (socket.write(`${OK}Transfer-Encoding: chunked\r\n\r\n`), drip(socket, "1\r\na\r\n")),
  },
  {
    name: "drips continues",
    code: "link-too-slow",
    serve: (socket) => drip(socket, "HTTP/1.1 103 Early Hints\r\n\r\n"),
  },
  {
    name: "promises more than it sends",
    code: "link-too-slow",
    serve: (socket) => void socket.write(`${OK}Content-Length: 1000\r\n\r\nhello`),
  },
  {
    name: "sends less than it promised",
    code: "link-unreachable",
    serve: (socket) => socket.end(`${OK}Content-Length: 1000\r\n\r\nhello`),
  },
  {
    name: "has a header of a megabyte",
    code: "link-unreachable",
    serve: (socket) => socket.end(`${OK}X-Big: ${"a".repeat(1024 * 1024)}\r\n\r\n`),
  },
  {
    name: "has headers without end",
    code: "link-unreachable",
    serve: (socket) => (socket.write(OK), forever(socket, `X-A: ${"b".repeat(1000)}\r\n`)),
  },
  {
    name: "has two lengths",
    code: "link-unreachable",
    serve: (socket) => socket.end(`${OK}Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello`),
  },
  {
    name: "has a negative length",
    code: "link-unreachable",
    serve: (socket) => socket.end(`${OK}Content-Length: -1\r\n\r\n`),
  },
  {
    name: "has a broken chunk",
    code: "link-unreachable",
    serve: (socket) => socket.end(`${OK}Transfer-Encoding: chunked\r\n\r\nzz\r\nhello`),
  },
  {
    name: "has a chunk of endless size",
    code: "link-unreachable",
    serve: (socket) => socket.end(`${OK}Transfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\nhello`),
  },
  {
    name: "has a body without end",
    code: null,
    serve: (socket) => (socket.write(`${OK}\r\n`), forever(socket, Buffer.alloc(64 * 1024, "a"))),
  },
  {
    name: "has chunks without end",
    code: null,
    serve: (socket) => (
      socket.write(`${OK}Transfer-Encoding: chunked\r\n\r\n`),
      forever(socket, `ffff\r\n${"a".repeat(0xffff)}\r\n`)
    ),
  },
  {
    name: "sends a gzip bomb",
    code: null,
    serve: (socket) => void (socket.write(`${OK}Content-Encoding: gzip\r\n\r\n`), socket.end(bomb)),
  },
  {
    name: "sends a gzip bomb in gzip",
    code: null,
    serve: (socket) => void (socket.write(`${OK}Content-Encoding: gzip, gzip\r\n\r\n`), socket.end(nested)),
  },
  {
    name: "sends five layers of gzip",
    code: "link-unreadable",
    serve: (socket) =>
      void (socket.write(`${OK}Content-Encoding: gzip, gzip, gzip, gzip, gzip\r\n\r\n`), socket.end(nested)),
  },
  {
    name: "sends compressed data that holds nothing",
    code: null,
    serve: (socket) => (
      socket.write(`${OK}Content-Encoding: gzip\r\n\r\n`),
      socket.write(GZIP_HEADER),
      forever(socket, Buffer.concat(Array.from({ length: 10_000 }, () => EMPTY_BLOCK)))
    ),
  },
  {
    name: "claims gzip and sends text",
    code: "link-unreachable",
    serve: (socket) => socket.end(`${OK}Content-Encoding: gzip\r\n\r\nhello`),
  },
  {
    name: "has an unknown encoding",
    code: null,
    serve: (socket) => socket.end(`${OK}Content-Encoding: zstd-9000\r\n\r\nhello`),
  },
  {
    name: "switches protocols",
    code: "link-unreachable",
    serve: (socket) =>
      socket.end("HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\nhello"),
  },
  {
    name: "sends NULs",
    code: "link-unreachable",
    serve: (socket) => forever(socket, Buffer.alloc(64 * 1024)),
  },
];
