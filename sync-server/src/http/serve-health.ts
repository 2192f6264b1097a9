import { SERVER_PATHS } from "@shelv/contract/paths";
import type { Hono } from "hono";
import type { Database } from "#database/open-database";
import type { ReportBug } from "./answer-errors.ts";

/** 200 while both database connections answer, else 503. */
export function serveHealth(app: Hono, db: Database, reportBug: ReportBug): void {
  app.get(SERVER_PATHS.health, async (c) => {
    c.header("Cache-Control", "no-store");
    try {
      for (const connection of [db.reader, db.writer])
        await connection.selectFrom("user").select("id").limit(1).execute();
      return c.json({ status: "ok" });
    } catch (error) {
      reportBug(error);
      return c.json({ status: "unavailable" }, 503);
    }
  });
}
