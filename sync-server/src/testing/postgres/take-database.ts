import { randomUUID } from "node:crypto";
import { inject } from "vitest";
import { inDatabase, TEMPLATE } from "./start-cluster.ts";

declare module "vitest" {
  export interface ProvidedContext {
    postgresUrl?: string;
  }
}

const free: string[] = [];

export type TestDatabase = { url: string; release: () => Promise<void> };

export async function takeDatabase(): Promise<TestDatabase | null> {
  const clusterUrl = inject("postgresUrl");
  if (clusterUrl === undefined) return null;
  const url = free.pop() ?? (await makeDatabase(clusterUrl));
  return {
    url,
    async release() {
      await inDatabase(url, (client) => client.query(EMPTY));
      free.push(url);
    },
  };
}

async function makeDatabase(clusterUrl: string): Promise<string> {
  const name = `shelv_${randomUUID().replaceAll("-", "")}`;
  await inDatabase(urlOf(clusterUrl, "postgres"), (client) =>
    client.query(`create database ${name} template ${TEMPLATE}`),
  );
  return urlOf(clusterUrl, name);
}

function urlOf(clusterUrl: string, database: string): string {
  const url = new URL(clusterUrl);
  url.pathname = `/${database}`;
  return url.href;
}

/** For a few rows, faster than a copy of the template, or than `truncate`. */
const EMPTY = `
  do $$ declare name text; begin
    set local session_replication_role = replica;
    for name in select relname from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not like 'kysely%'
    loop execute format('delete from %I', name); end loop;
  end $$`;
