import { existsSync, readdirSync } from "node:fs";
import { delimiter, join } from "node:path";
import { installDebianPackages } from "web/e2e/support/browsers/debian-packages";

/** The packages include etcd's Python client: Patroni needs it, but only recommends it. */
const PACKAGES = ["postgresql-15", "patroni", "etcd-server", "python3-etcd", "haproxy"];

export type Programs = { etcd: string; patroni: string; haproxy: string; postgresFolder: string };

export function ensurePrograms(): Programs {
  const found = findPrograms() ?? (installDebianPackages(PACKAGES) ? findPrograms() : undefined);
  if (!found)
    throw new Error(
      `test:cluster needs Debian's packages ${PACKAGES.join(", ")}: install them, or run it as root on Debian.`,
    );
  return found;
}

function findPrograms(): Programs | undefined {
  const [etcd, patroni, haproxy] = ["etcd", "patroni", "haproxy"].map(onPath);
  const postgresFolder = postgresFolders().find((folder) =>
    ["postgres", "initdb", "pg_basebackup", "pg_rewind"].every((name) => existsSync(join(folder, name))),
  );
  return etcd && patroni && haproxy && postgresFolder
    ? { etcd, patroni, haproxy, postgresFolder }
    : undefined;
}

function postgresFolders(): string[] {
  if (!existsSync("/usr/lib/postgresql")) return [];
  return readdirSync("/usr/lib/postgresql")
    .toSorted((a, b) => Number(b) - Number(a))
    .map((version) => `/usr/lib/postgresql/${version}/bin`);
}

function onPath(name: string): string | undefined {
  const folders = ["/usr/bin", "/usr/sbin", ...(process.env["PATH"] ?? "").split(delimiter)];
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
}
