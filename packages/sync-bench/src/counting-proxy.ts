import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export type CountingProxy = { origin: string; bytes: () => number; stop: () => void };

/** Passes everything on to a server, and counts what goes over the wire, both ways. */
export async function countingProxy(origin: string): Promise<CountingProxy> {
  const { hostname, port } = new URL(origin);
  const open = new Set<Socket>();
  let bytes = 0;
  const server = createServer((device) => {
    const behind = connect({ host: hostname, port: Number(port), noDelay: true });
    for (const [from, to] of [
      [device, behind],
      [behind, device],
    ] as const) {
      open.add(from);
      from.on("data", (chunk) => (bytes += chunk.length));
      from.on("error", () => to.destroy());
      from.pipe(to);
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bytes: () => bytes,
    stop() {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}
