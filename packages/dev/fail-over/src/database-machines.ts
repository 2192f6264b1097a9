/**
 * The deployment's three database machines, each with etcd, Patroni and PostgreSQL, as ports of one machine.
 */
import { chmodSync, chownSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "pg";
import { otherUser } from "sync-server/testing/postgres/start-cluster";
import { deployed, variablesIn } from "./deployed-files.ts";
import { Program, until } from "./program.ts";
import type { Programs } from "./programs.ts";

type Ports = { peer: number; client: number; rest: number; postgres: number };
type Name = (typeof NAMES)[number];
type Member = { name: Name; role: string; state: string; timeline?: number };

const NAMES = ["db1", "db2", "db3"] as const;
const ADDRESSES = { db1: "10.0.0.11", db2: "10.0.0.12", db3: "10.0.0.13" };
const WHOLE_WITHIN_MS = 180_000;
const LOST_TABLE = "written_by_the_old_primary";

export type Outage =
  /** The machine hangs: connections stay open, nothing answers. It resumes when there is another primary. */
  | "silence"
  /** Patroni and PostgreSQL end at once, until the machine comes back. */
  | "machine"
  /** PostgreSQL ends, and its Patroni sees it. */
  | "postgres";

export class DatabaseMachines {
  readonly ports: Readonly<Record<Name, Ports>>;
  readonly #programs: Programs;
  readonly #folder: string;
  readonly #etcd = new Map<string, Program>();
  readonly #patroni = new Map<string, Program>();
  // PostgreSQL refuses to run as root.
  readonly #user = process.getuid?.() === 0 ? otherUser() : null;

  /** `ports`: twelve free ports. */
  constructor(programs: Programs, folder: string, ports: readonly number[]) {
    this.#programs = programs;
    this.#folder = folder;
    const portsOf = (at: number): Ports => {
      const [peer = 0, client = 0, rest = 0, postgres = 0] = ports.slice(at * 4, at * 4 + 4);
      return { peer, client, rest, postgres };
    };
    this.ports = { db1: portsOf(0), db2: portsOf(1), db3: portsOf(2) };
  }

  async start(): Promise<void> {
    for (const name of NAMES) {
      mkdirSync(join(this.#folder, name));
      if (this.#user) chownSync(join(this.#folder, name), this.#user.uid, this.#user.gid);
      chmodSync(join(this.#folder, name), 0o700);
      this.#startEtcd(name);
    }
    for (const name of NAMES) this.#startPatroni(name);
    await this.whole();
  }

  whole(): Promise<Name> {
    return until("a whole cluster", WHOLE_WITHIN_MS, async () => {
      const members = await this.#members();
      const timelines = new Set(members.map(({ timeline }) => timeline));
      const isWhole =
        members.length === NAMES.length &&
        timelines.size === 1 &&
        members.every(({ state }) => state === "running" || state === "streaming") &&
        members.some(({ role }) => role === "sync_standby");
      return isWhole ? members.find(({ role }) => role === "leader")?.name : undefined;
    });
  }

  /**
   * Ends the primary without a warning; resolves when all three machines run again under another one.
   * `beforeReturn` runs before the lost machine comes back.
   */
  async fail(outage: Outage, beforeReturn: () => Promise<void>): Promise<void> {
    const name = await this.whole();
    if (outage === "machine") await this.#patroni.get(name)?.end("SIGKILL");
    if (outage === "silence") this.#silence(name);
    else signalPostgres(this.#dataFolder(name), "SIGKILL");
    await until("another primary", WHOLE_WITHIN_MS, async () =>
      (await this.#members()).find((member) => member.role === "leader" && member.name !== name),
    );
    await beforeReturn();
    if (outage === "machine") this.#startPatroni(name);
    if (outage === "silence") await this.#resume(name);
    await this.whole();
  }

  #silence(name: Name): void {
    this.#patroni.get(name)?.signal("SIGSTOP");
    signalPostgres(this.#dataFolder(name), "SIGSTOP");
    // Also stops processes that PostgreSQL has started since.
    signalPostgres(this.#dataFolder(name), "SIGSTOP");
    this.#etcd.get(name)?.signal("SIGSTOP");
  }

  /**
   * Until Patroni sees the other primary, the resumed PostgreSQL calls itself primary; but a commit here
   * waits for a standby, and is never acknowledged.
   */
  async #resume(name: Name): Promise<void> {
    signalPostgres(this.#dataFolder(name), "SIGCONT");
    const writing = await this.#connected(name);
    const commit = writing.query(`create table ${LOST_TABLE} ()`).then(
      () => "acknowledged",
      () => "unknown",
    );
    const watching = await this.#connected(name);
    await until("a commit that waits for a standby", WHOLE_WITHIN_MS, async () => {
      const { rowCount } = await watching.query(
        `select 1 from pg_stat_activity where wait_event = 'SyncRep' and query like '%${LOST_TABLE}%'`,
      );
      return rowCount === 1 || undefined;
    });
    this.#etcd.get(name)?.signal("SIGCONT");
    this.#patroni.get(name)?.signal("SIGCONT");
    if ((await commit) === "acknowledged")
      throw new Error("The old primary has acknowledged a commit that no standby has");
    for (const client of [writing, watching]) await client.end().catch(() => {});
    await this.whole();
    const after = await this.#connected(name);
    const { rows } = await after.query<{ name: string | null }>(
      `select to_regclass('${LOST_TABLE}') as name`,
    );
    await after.end();
    if (rows[0]?.name !== null) throw new Error("The old primary still has a commit that the new one lacks");
  }

  async #connected(name: Name): Promise<Client> {
    const { PATRONI_SUPERUSER_PASSWORD: password } = variablesIn(deployed("patroni.env", {}));
    const port = this.ports[name].postgres;
    const client = new Client({ host: "127.0.0.1", port, user: "postgres", password, database: "postgres" });
    // Patroni ends the connection.
    client.on("error", () => {});
    await client.connect();
    return client;
  }

  async stop(): Promise<void> {
    for (const [name, patroni] of this.#patroni) {
      await patroni.end("SIGKILL");
      signalPostgres(this.#dataFolder(name), "SIGKILL");
    }
    for (const etcd of this.#etcd.values()) await etcd.end("SIGKILL");
  }

  #startEtcd(name: Name): void {
    const env = variablesIn(deployed("etcd.env", {}));
    for (const [key, value] of Object.entries(env)) {
      const own =
        key === "ETCD_INITIAL_CLUSTER"
          ? value
          : value.replaceAll("db1", name).replaceAll(ADDRESSES.db1, ADDRESSES[name]);
      env[key] = this.#onThisMachine(own);
    }
    env["ETCD_DATA_DIR"] = join(this.#folder, name, "etcd");
    this.#etcd.set(name, this.#start([this.#programs.etcd], name, { env, log: "etcd.log" }));
  }

  #startPatroni(name: Name): void {
    const hosts = NAMES.map((each) => `${ADDRESSES[each]}:2379`).join();
    const config = deployed("patroni.yml", {
      [hosts]: this.#onThisMachine(hosts),
      "/usr/lib/postgresql/15/bin": this.#programs.postgresFolder,
      "/var/lib/postgresql/15/shelv": this.#dataFolder(name),
      "/var/run/postgresql": join(this.#folder, name),
      "10.0.0.0/24": "127.0.0.1/32",
    });
    const file = join(this.#folder, name, "patroni.yml");
    writeFileSync(file, config);
    const settings = deployed("patroni.env", { db1: name, [ADDRESSES.db1]: ADDRESSES[name] });
    const env = variablesIn(this.#onThisMachine(settings));
    this.#patroni.set(name, this.#start([this.#programs.patroni, file], name, { env, log: "patroni.log" }));
  }

  #start(
    command: string[],
    name: string,
    { env, log }: { env: Record<string, string>; log: string },
  ): Program {
    const cwd = join(this.#folder, name);
    return new Program(command, {
      env: { PATH: process.env["PATH"] ?? "", HOME: cwd, LC_ALL: "C.UTF-8", ...env },
      cwd,
      log: join(cwd, log),
      user: this.#user,
    });
  }

  #onThisMachine(text: string): string {
    let ours = text;
    for (const name of NAMES) {
      const { peer, client, rest, postgres } = this.ports[name];
      const places = { 2380: peer, 2379: client, 8008: rest, 5432: postgres };
      for (const [theirs, port] of Object.entries(places))
        ours = ours.replaceAll(`${ADDRESSES[name]}:${theirs}`, `127.0.0.1:${port}`);
    }
    return ours;
  }

  readonly #dataFolder = (name: string) => join(this.#folder, name, "data");

  async #members(): Promise<Member[]> {
    for (const { rest } of Object.values(this.ports)) {
      const answer = await fetch(`http://127.0.0.1:${rest}/cluster`, {
        signal: AbortSignal.timeout(2000),
      }).catch(() => null);
      if (answer?.ok) return ((await answer.json()) as { members: Member[] }).members;
    }
    return [];
  }
}

function signalPostgres(dataFolder: string, signal: "SIGKILL" | "SIGSTOP" | "SIGCONT"): void {
  for (const pid of processesIn(dataFolder)) {
    try {
      process.kill(pid, signal);
    } catch {
      // It has ended already, for example with the first one.
    }
  }
}

function processesIn(dataFolder: string): number[] {
  try {
    const first = Number(readFileSync(join(dataFolder, "postmaster.pid"), "utf8").split("\n", 1)[0]);
    if (!readFileSync(`/proc/${first}/cmdline`, "utf8").includes(dataFolder)) return [];
    const others = readdirSync("/proc").filter((pid) => /^\d+$/.test(pid) && parentOf(pid) === first);
    return [first, ...others.map(Number)];
  } catch {
    return [];
  }
}

function parentOf(pid: string): number | undefined {
  try {
    return Number(/^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);
  } catch {
    return undefined;
  }
}
