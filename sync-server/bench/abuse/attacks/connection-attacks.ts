import { connect } from "node:net";
import type { Attack } from "./attack.ts";

export const CONNECTION_ATTACKS: readonly Attack[] = [
  {
    id: "thousands of pipelined requests in few packets",
    prepare: async ({ origin }) => {
      const { hostname, port, host } = new URL(origin);
      const requests = Array.from(
        { length: 2000 },
        (_, at) => `GET /name-${at} HTTP/1.1\r\nHost: ${host}\r\nAccept-Encoding: br\r\n\r\n`,
      ).join("");
      return async () => {
        for (let nth = 0; nth < 5; nth += 1) {
          const socket = connect(Number(port), hostname).on("error", () => undefined);
          const closed = new Promise((resolve) => socket.resume().once("close", resolve));
          socket.write(requests);
          await closed;
        }
      };
    },
  },
  {
    id: "a body of chunks of one byte",
    prepare: async ({ origin }) => {
      const { hostname, port, host } = new URL(origin);
      const head = `POST /share HTTP/1.1\r\nHost: ${host}\r\nTransfer-Encoding: chunked\r\n\r\n`;
      const chunks = "1\r\nx\r\n".repeat(200_000);
      return async () => {
        for (let nth = 0; nth < 5; nth += 1) {
          const socket = connect(Number(port), hostname).on("error", () => undefined);
          const closed = new Promise((resolve) => socket.resume().once("close", resolve));
          socket.write(head + chunks);
          await closed;
        }
      };
    },
  },
];
