import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { Client } from "pg";
import { DatabaseMachines } from "./database-machines.ts";
import { deployed, variablesIn } from "./deployed-files.ts";
import { Program, until } from "./program.ts";
import { ensurePrograms } from "./programs.ts";
import { ShelvProcess } from "./shelv-process.ts";

const READY_WITHIN_MS = 30_000;

export class Installation {
  /** The address of HAProxy. */
  origin = "";
  readonly shelvs: ShelvProcess[] = [];
  readonly #folder: string;
  #databases: DatabaseMachines | undefined;
  #haproxy: Program | undefined;
  #postgresPort = 0;

  private constructor(folder: string) {
    this.#folder = folder;
  }

  static async start(): Promise<Installation> {
    // In /tmp, because another user must reach it, and a socket's path must be short.
    const folder = mkdtempSync("/tmp/shelv-cluster-");
    chmodSync(folder, 0o755);
    const installation = new Installation(folder);
    try {
      await installation.#start();
      return installation;
    } catch (error) {
      await installation.stop();
      throw error;
    }
  }

  get databases(): DatabaseMachines {
    if (!this.#databases) throw new Error("It has not started");
    return this.#databases;
  }

  async #start(): Promise<void> {
    const programs = ensurePrograms();
    const ports = await freePorts(12 + 6);
    this.#databases = new DatabaseMachines(programs, this.#folder, ports);
    const [postgresPort = 0, shelvPort = 0, one = 0, other = 0, ...unused] = ports.slice(12);
    this.#postgresPort = postgresPort;
    this.origin = `http://127.0.0.1:${shelvPort}`;
    const { db1, db2, db3 } = this.#databases.ports;
    const config = deployed("haproxy.cfg", {
      // Each connection needs two files.
      "maxconn 20000": "maxconn 1000",
      "bind 127.0.0.1:5432": `bind 127.0.0.1:${postgresPort}`,
      "bind 127.0.0.1:3000": `bind 127.0.0.1:${shelvPort}`,
      "10.0.0.11:5432 check port 8008": `127.0.0.1:${db1.postgres} check port ${db1.rest}`,
      "10.0.0.12:5432 check port 8008": `127.0.0.1:${db2.postgres} check port ${db2.rest}`,
      "10.0.0.13:5432 check port 8008": `127.0.0.1:${db3.postgres} check port ${db3.rest}`,
      "127.0.0.1:3001": `127.0.0.1:${one}`,
      "10.0.0.21:3001": `127.0.0.1:${one}`,
      "10.0.0.22:3001": `127.0.0.1:${other}`,
      "10.0.0.21:3002": `127.0.0.1:${unused[0]}`,
      "10.0.0.22:3002": `127.0.0.1:${unused[1]}`,
    });
    const file = join(this.#folder, "haproxy.cfg");
    writeFileSync(file, config);
    const env = { PATH: process.env["PATH"] ?? "" };
    const log = join(this.#folder, "haproxy.log");
    this.#haproxy = new Program([programs.haproxy, "-db", "-f", file], { env, cwd: this.#folder, log });
    await this.#databases.start();
    if (this.#haproxy.hasEnded) throw new Error(`HAProxy has ended:\n${this.#haproxy.said}`);
    await this.#createDatabase();
    for (const port of [one, other])
      this.shelvs.push(await ShelvProcess.start(this.#folder, port, postgresPort));
    await until("a server that HAProxy takes for ready", READY_WITHIN_MS, async () => {
      const answer = await fetch(`${this.origin}/readyz`);
      await answer.arrayBuffer();
      return answer.ok || undefined;
    });
  }

  async #createDatabase(): Promise<void> {
    const { DATABASE_URL = "" } = variablesIn(deployed("shelv.env", {}));
    const { PATRONI_SUPERUSER_PASSWORD: password = "" } = variablesIn(deployed("patroni.env", {}));
    await this.#inDatabase(`postgres://postgres:${password}@127.0.0.1/postgres`, async (client) => {
      await client.query(`create role shelv login password '${new URL(DATABASE_URL).password}'`);
      await client.query("create database shelv owner shelv");
    });
  }

  query<R extends object>(text: string): Promise<R[]> {
    const { DATABASE_URL = "" } = variablesIn(deployed("shelv.env", {}));
    return this.#inDatabase(DATABASE_URL, async (client) => (await client.query<R>(text)).rows);
  }

  async #inDatabase<T>(address: string, act: (client: Client) => Promise<T>): Promise<T> {
    const url = new URL(address);
    url.port = String(this.#postgresPort);
    const client = new Client({ connectionString: url.href });
    await client.connect();
    try {
      return await act(client);
    } finally {
      await client.end();
    }
  }

  async stop(): Promise<void> {
    await Promise.all(this.shelvs.map((shelv) => shelv.stop()));
    await this.#haproxy?.end("SIGKILL");
    await this.#databases?.stop();
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function freePorts(count: number): Promise<number[]> {
  const taken = Array.from({ length: count }, () => createServer().listen(0, "127.0.0.1"));
  await Promise.all(taken.map((server) => once(server, "listening")));
  const ports = taken.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(taken.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}
