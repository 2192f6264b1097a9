import { readFileSync } from "node:fs";
import { CONNECTIONS_AT_MOST } from "sync-server/database/postgres/open-postgres";
import { expect, test } from "vitest";
import { commandOf, deployed, ROOT, variablesIn } from "./deployed-files.ts";

const [haproxy, patroni] = [deployed("haproxy.cfg", {}), deployed("patroni.yml", {})];
const [etcdSettings, patroniSettings, shelvSettings] = ["etcd.env", "patroni.env", "shelv.env"].map((name) =>
  variablesIn(deployed(name, {})),
) as [Record<string, string>, Record<string, string>, Record<string, string>];

test("Shelv, HAProxy, Patroni and etcd name the same machines and ports", () => {
  const { host } = new URL(shelvSettings["DATABASE_URL"] ?? "");
  expect(haproxy).toContain(`bind ${host}\n`);
  const [, restPort] = (patroniSettings["PATRONI_RESTAPI_LISTEN"] ?? "").split(":");
  const databases = [...haproxy.matchAll(/server (db\d) ([\d.]+):5432 check port (\d+)/g)];
  expect(databases.map(([, , , port]) => port)).toEqual([restPort, restPort, restPort]);
  expect(etcdSettings["ETCD_INITIAL_CLUSTER"]).toBe(
    databases.map(([, name, address]) => `${name}=http://${address}:2380`).join(),
  );
  // Patroni of Debian 12 loses changes with the API of version 3.
  expect([/^etcd:$/m.test(patroni), etcdSettings["ETCD_ENABLE_V2"]]).toEqual([true, "true"]);
  expect(patroni).toContain(`hosts: ${databases.map(([, , address]) => `${address}:2379`).join()}\n`);
  const [, name, address] = databases[0] ?? [];
  expect([etcdSettings["ETCD_NAME"], patroniSettings["PATRONI_NAME"]]).toEqual([name, name]);
  expect(patroniSettings["PATRONI_POSTGRESQL_CONNECT_ADDRESS"]).toBe(`${address}:5432`);
});

test("Caddy's address is HAProxy's, and both groups of Shelv processes are the same", () => {
  const caddy = readFileSync(`${ROOT}sync-server/deploy/Caddyfile`, "utf8");
  const [, port] = /reverse_proxy localhost:(\d+)/.exec(caddy) ?? [];
  expect(haproxy).toContain(`bind 127.0.0.1:${port}\n`);
  const serversOf = (backend: string) =>
    (haproxy.split(`backend ${backend}\n`)[1] ?? "").split("\n\n")[0]?.match(/^ +server .*$/gm);
  expect(serversOf("ready")).toHaveLength(4);
  expect(serversOf("running")).toEqual(serversOf("ready"));
});

test("Patroni's times leave it two tries before its lease ends, and a commit is on two machines", () => {
  const secondsOf = (name: string) => Number(new RegExp(`^ +${name}: (\\d+)$`, "m").exec(patroni)?.[1]);
  expect(secondsOf("loop_wait") + 2 * secondsOf("retry_timeout")).toBeLessThanOrEqual(secondsOf("ttl"));
  for (const setting of [
    "synchronous_mode: true",
    "synchronous_mode_strict: true",
    'synchronous_commit: "on"',
  ])
    expect(patroni).toContain(`${setting}\n`);
});

/** `superuser_reserved_connections` of PostgreSQL: only its superuser gets the last ones. */
const RESERVED = 3;

test("PostgreSQL has connections for as many processes as the files and pages say, and for HAProxy's four", () => {
  const docs = (name: string) =>
    readFileSync(`${ROOT}sync-server/docs/${name}.md`, "utf8").replaceAll("\n", " ");
  const most = Number(/^ +max_connections: (\d+)$/m.exec(patroni)?.[1]);
  const processes = Math.floor((most - RESERVED) / CONNECTIONS_AT_MOST);
  expect(patroni).toContain(
    `opens up to ${CONNECTIONS_AT_MOST}, and PostgreSQL reserves ${RESERVED}: enough for ${processes} processes.\n`,
  );
  expect(docs("postgresql")).toContain(`Each server opens up to ${CONNECTIONS_AT_MOST} connections`);
  const page = docs("cluster");
  expect(page).toContain(`Each process opens up to ${CONNECTIONS_AT_MOST} connections`);
  expect(page).toContain(
    `\`max_connections: ${most}\` in \`patroni.yml\` is enough for ${processes} processes`,
  );
  expect(page).toContain(`add ${CONNECTIONS_AT_MOST} for each process more`);
  const deployedOnes =
    haproxy
      .split("backend ready\n")[1]
      ?.split("\n\n")[0]
      ?.match(/^ +server /gm) ?? [];
  expect(processes).toBeGreaterThanOrEqual(deployedOnes.length);
});

test("A process of several starts the same program behind the same walls as a single one", () => {
  const single = readFileSync(`${ROOT}sync-server/deploy/shelv.service`, "utf8");
  const unit = deployed("shelv@.service", {});
  expect(commandOf(unit).command).toEqual(commandOf(single).command);
  const wallsOf = (text: string) =>
    text
      .split("\n")
      .slice(text.split("\n").indexOf("NoNewPrivileges=yes"))
      .filter((line) => /^\w+=/.test(line));
  expect(wallsOf(single).length).toBeGreaterThan(10);
  expect(wallsOf(unit)).toEqual(wallsOf(single));
});

test("Each process may write where it stores compiled code", () => {
  const single = readFileSync(`${ROOT}sync-server/deploy/shelv.service`, "utf8");
  for (const unit of [single, deployed("shelv@.service", {})]) {
    const [, folder] = /^CacheDirectory=(.*)$/m.exec(unit) ?? [];
    expect(commandOf(unit).env["NODE_COMPILE_CACHE"]).toBe(`/var/cache/${folder}`);
  }
});

test("Each process starts only while the disk of its data folder is mounted", () => {
  const single = readFileSync(`${ROOT}sync-server/deploy/shelv.service`, "utf8");
  for (const unit of [single, deployed("shelv@.service", {})]) {
    const [, folder] = /^StateDirectory=(\S+)/m.exec(unit) ?? [];
    expect(unit).toMatch(
      new RegExp(`^RequiresMountsFor=/var/lib/${folder} /var/lib/private/${folder}$`, "m"),
    );
  }
});
