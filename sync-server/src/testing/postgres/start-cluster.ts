/**
 * A PostgreSQL for the tests, in a temporary folder. Root cannot run it: then it runs as the user of its
 * Debian package, or as a user without rights.
 */
import { execFile, execFileSync, type ExecFileOptions, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { chmod, chown, cp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { Client } from "pg";
import { openDatabase } from "#database/open-database";
import { findBinaries } from "./find-binaries.ts";

const run = promisify(execFile);

export type Cluster = {
  urlOf: (database: string) => string;
  pid: number;
  stop: () => Promise<void>;
};

/** Only a crash of the machine would need durability. */
const NOT_DURABLE = { fsync: "off", synchronous_commit: "off", full_page_writes: "off" };
const OPTIONS = {
  listen_addresses: "",
  max_connections: "400",
  shared_buffers: "128MB",
  max_wal_size: "512MB",
};

export const TEMPLATE = "shelv_template";

export async function startCluster({ isDurable = false } = {}): Promise<Cluster> {
  // As root, in a folder that the other user can reach.
  const user = process.getuid?.() === 0 ? otherUser() : null;
  const folder = mkdtempSync(join(user ? "/tmp" : tmpdir(), "shelv-postgres-"));
  if (user) await chown(folder, user.uid, user.gid);
  await chmod(folder, 0o700);
  const data = join(folder, "data");
  const options = { ...user, cwd: folder, env: { ...process.env, LC_ALL: "C" } };
  const bin = await reachable(findBinaries(), folder, options);
  await run(join(bin, "initdb"), [...INITDB, "-D", data], options);
  const settings = Object.entries({ ...OPTIONS, ...(isDurable ? {} : NOT_DURABLE) }).flatMap(
    ([name, value]) => ["-c", `${name}=${value}`],
  );
  const server = spawn(join(bin, "postgres"), ["-D", data, "-k", folder, ...settings], {
    ...options,
    stdio: ["ignore", "ignore", "pipe"],
  });
  const ended = new Promise<void>((resolve) => void server.once("exit", () => resolve()));
  const stop = async () => {
    // SIGQUIT stops the server immediately: nothing of it is needed again.
    server.kill("SIGQUIT");
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  const urlOf = (database: string) =>
    `postgres://shelv@localhost/${database}?host=${encodeURIComponent(folder)}`;
  try {
    await untilReady(server.stderr, ended);
    await inDatabase(urlOf("postgres"), (client) => client.query(`create database ${TEMPLATE}`));
    await (await openDatabase(urlOf(TEMPLATE))).close();
  } catch (error) {
    await stop();
    throw error;
  }
  return { urlOf, pid: server.pid ?? 0, stop };
}

const INITDB = ["-U", "shelv", "-A", "trust", "-E", "UTF8", "--no-sync", "--no-instructions"];

async function reachable(bin: string, folder: string, options: ExecFileOptions): Promise<string> {
  try {
    await run(join(bin, "postgres"), ["--version"], options);
    return bin;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EACCES") throw error;
    const copy = join(folder, "native");
    await cp(dirname(bin), copy, { recursive: true, verbatimSymlinks: true });
    await run("chmod", ["-R", "a+rX", copy]);
    return join(copy, "bin");
  }
}

/** PostgreSQL refuses to run as root. */
export function otherUser(): { uid: number; gid: number } {
  const idOf = (kind: string, name: string) =>
    Number(execFileSync("id", [kind, name], { stdio: ["ignore", "pipe", "ignore"] }).toString());
  try {
    return { uid: idOf("-u", "postgres"), gid: idOf("-g", "postgres") };
  } catch {
    return { uid: idOf("-u", "nobody"), gid: idOf("-g", "nobody") };
  }
}

async function untilReady(log: NodeJS.ReadableStream, ended: Promise<void>): Promise<void> {
  let text = "";
  const ready = new Promise<void>((resolve) => {
    log.on("data", (chunk: Buffer) => {
      text = (text + chunk.toString()).slice(-4000);
      if (text.includes("ready to accept connections")) resolve();
    });
  });
  const failed = ended.then(() => Promise.reject(new Error(`PostgreSQL does not start:\n${text}`)));
  await Promise.race([ready, failed]);
  failed.catch(() => {});
}

export async function inDatabase<T>(url: string, act: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await act(client);
  } finally {
    await client.end();
  }
}
