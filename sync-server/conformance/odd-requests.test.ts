import { once } from "node:events";
import { connect } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Listening, listen } from "#listen";
import { startTestServer, type TestServer } from "#testing/open-test-server";

const HOST = "127.0.0.1";
let server: TestServer;
let listening: Listening;

beforeAll(async () => {
  server = await startTestServer();
  listening = await listen(server.app, { host: HOST, port: 0, write: () => {} });
});
afterAll(async () => {
  await listening.stop();
  await server.close();
});

async function raw(...lines: string[]): Promise<string> {
  const socket = connect(listening.port, HOST);
  let answer = "";
  socket.on("data", (bytes) => void (answer += bytes.toString("latin1")));
  socket.write(Buffer.from(lines.join("\r\n"), "latin1"));
  await once(socket, "close");
  return answer;
}

const get = (target: string, ...headers: string[]) =>
  raw(`GET ${target} HTTP/1.1`, "Host: localhost", "Connection: close", ...headers, "", "");
const post = (body: string, ...headers: string[]) =>
  raw(
    "POST /api/auth/send-code HTTP/1.1",
    "Host: localhost",
    "Connection: close",
    "Content-Type: application/json",
    ...headers,
    "",
    body,
  );

const long = "a".repeat(8000);

test.each<[string, () => Promise<string>, number]>([
  ["a broken escape in a path of the API", () => get("/api/%E0%A4%A"), 404],
  ["a broken escape in an id", () => get("/api/shelves/%E0%A4%A/items"), 401],
  ["a broken escape in a username", () => get("/api/users/%E0%A4%A"), 404],
  ["a broken escape where a page may be", () => get("/%E0%A4%A"), 404],
  ["a broken escape in a query", () => get("/api/auth/me?%E0%A4%A=%"), 401],
  ["a nothing in a path", () => get("/api/users/%00"), 404],
  ["a slash too many at the end", () => get("/api/auth/me/"), 404],
  ["a slash too many at the beginning", () => get("//api/auth/me"), 308],
  ["a way up", () => get("/api/../api/auth/me"), 401],
  ["a hidden way up", () => get("/media/..%2F..%2Fshelv.db"), 404],
  ["a backslash", () => get("/media/..\\..\\shelv.db"), 400],
  ["a long path", () => get(`/api/users/${long}`), 404],
  ["a path longer than the server reads", () => get(`/api/${long.repeat(4)}`), 431],
  ["a whole address instead of a path", () => get("http://evil.example/api/auth/me"), 401],
  ["a method that only a header names", () => get("/api/auth/me", "X-HTTP-Method-Override: DELETE"), 401],
  [
    "a HEAD of a route that has none",
    () => raw("HEAD /api/auth/me HTTP/1.1", "Host: localhost", "Connection: close", "", ""),
    404,
  ],
  [
    "an OPTIONS of everything",
    () => raw("OPTIONS * HTTP/1.1", "Host: localhost", "Connection: close", "", ""),
    400,
  ],
  [
    "an unknown method",
    () => raw("BREW /api/auth/me HTTP/1.1", "Host: localhost", "Connection: close", "", ""),
    400,
  ],
  ["no Host", () => raw("GET /api/auth/me HTTP/1.1", "Connection: close", "", ""), 400],
  [
    "a Host that is not a host",
    () => raw("GET /api/auth/me HTTP/1.1", "Host: a b", "Connection: close", "", ""),
    400,
  ],
  ["two lengths", () => post("{}", "Content-Length: 2", "Content-Length: 3"), 400],
  ["a length and chunks", () => post("0\r\n\r\n", "Content-Length: 5", "Transfer-Encoding: chunked"), 400],
  ["a length that is not a number", () => post("{}", "Content-Length: two"), 400],
  ["a body under another coding", () => post("{}", "Content-Length: 2", "Content-Encoding: gzip"), 400],
  [
    "a cookie of nonsense",
    () => get("/api/auth/me", 'Cookie: shelv-session=%E0%A4%A; =; ;;; "', "Cookie: shelv-session="),
    401,
  ],
  [
    "a write without anything",
    () =>
      raw(
        "POST /api/auth/logout HTTP/1.1",
        "Host: localhost",
        "Connection: close",
        "Content-Length: 0",
        "",
        "",
      ),
    204,
  ],
])("%s is answered", async (_, send, status) => {
  const answer = await send();
  expect(answer.split("\r\n")[0]).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(answer).not.toMatch(/\bat \S+ \(|node_modules|\.ts:\d/);
  expect(server.printed).toEqual([]);
  expect((await fetch(`http://${HOST}:${listening.port}/api/users/nobody`)).status).toBe(404);
});
