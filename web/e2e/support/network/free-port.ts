import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";

/** A free port, for a server that must know its address before it listens. */
export async function freePort(): Promise<number> {
  const taken = createServer().listen(0, "localhost");
  await once(taken, "listening");
  const { port } = taken.address() as AddressInfo;
  await new Promise((resolve) => taken.close(resolve));
  return port;
}
