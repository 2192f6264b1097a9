/** Connects to a checked address: the system looks up nothing more. */
import { request } from "node:http";
import { connect as connectPlain, type LookupFunction, isIP, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import type { Target } from "./resolve-target.ts";

/** `raw`: the same connection below TLS, which counts every byte. */
export type Pinned = { socket: Socket; raw: Socket };

/** Rejects unless the other end is one of the target's addresses and, over https, proves its name. */
export async function connectPinned(
  target: Target,
  { proxy, signal }: { proxy: string | null; signal: AbortSignal },
): Promise<Pinned> {
  const raw = proxy === null ? await direct(target, signal) : await throughProxy(target, proxy, signal);
  return { raw, socket: target.url.protocol === "https:" ? await secured(raw, target, signal) : raw };
}

async function direct({ addresses, port }: Target, signal: AbortSignal): Promise<Socket> {
  const socket = connectPlain({
    host: "pinned.invalid",
    port,
    lookup: pinned(addresses),
    autoSelectFamily: true,
  });
  await opened(socket, "connect", signal);
  const { remoteAddress = "" } = socket;
  if (!addresses.includes(remoteAddress)) {
    socket.destroy();
    throw new Error(`Connected to ${remoteAddress}, which was not checked`);
  }
  return socket;
}

const pinned =
  (addresses: readonly string[]): LookupFunction =>
  (_host, _options, callback) =>
    callback(
      null,
      addresses.map((address) => ({ address, family: isIP(address) })),
    );

/** The proxy gets an address, not a name: it has nothing to look up. */
async function throughProxy(
  { addresses, port }: Target,
  proxy: string,
  signal: AbortSignal,
): Promise<Socket> {
  const [address = ""] = addresses;
  const { hostname, port: proxyPort, username, password } = new URL(proxy);
  const place = `${isIP(address) === 6 ? `[${address}]` : address}:${port}`;
  const credentials = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`);
  const asked = request({
    host: hostname.replace(/^\[|\]$/g, ""),
    port: Number(proxyPort || 80),
    method: "CONNECT",
    path: place,
    headers: {
      Host: place,
      ...(username === "" ? {} : { "Proxy-Authorization": `Basic ${credentials.toString("base64")}` }),
    },
    signal,
  });
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  asked.once("connect", ({ statusCode }, socket: Socket) => {
    if (statusCode === 200) return resolve(socket);
    socket.destroy();
    reject(new Error(`The outbound proxy answered ${statusCode}`));
  });
  asked.once("response", ({ statusCode }) => reject(new Error(`The outbound proxy answered ${statusCode}`)));
  asked.once("error", reject);
  asked.end();
  return promise;
}

async function secured(socket: Socket, { host }: Target, signal: AbortSignal): Promise<Socket> {
  const secure = connectTls({
    socket,
    host,
    ...(isIP(host) ? {} : { servername: host }),
    ALPNProtocols: ["http/1.1"],
  });
  await opened(secure, "secureConnect", signal);
  return secure;
}

async function opened(socket: Socket, event: string, signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const onAbort = () => reject(signal.reason as Error);
  signal.addEventListener("abort", onAbort, { once: true });
  socket
    .once(event, resolve)
    .once("error", reject)
    .once("close", () => reject(new Error("The connection closed")));
  try {
    if (signal.aborted) onAbort();
    await promise;
  } catch (error) {
    socket.destroy();
    // A socket that fails again has no listener left.
    socket.on("error", () => {});
    throw error;
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}
