import { type Kysely, sql } from "kysely";

/**
 * For queries. They take texts, since JSON is stored as text, as in SQLite. PostgreSQL inlines their bodies.
 */
export async function createSqliteFunctions(db: Kysely<unknown>): Promise<void> {
  for (const create of FUNCTIONS) await create.execute(db);
}

const FUNCTIONS = [
  sql`
  create function json_each(list text) returns table (key bigint, value json, atom text)
    language sql stable parallel safe rows 20 as $$
      select listed.place - 1, listed.element,
        case when json_typeof(listed.element) in ('object', 'array') then null else listed.element #>> '{}' end
      from json_array_elements(list::json) with ordinality as listed (element, place)
    $$`,
  sql`
  create function json_extract(body text, path text) returns text
    language sql stable parallel safe as $$ select body::json #>> string_to_array(substr(path, 3), '.') $$`,
  sql`
  create function instr(whole text, part text) returns integer
    language sql immutable parallel safe as $$ select strpos(whole, part) $$`,
];
