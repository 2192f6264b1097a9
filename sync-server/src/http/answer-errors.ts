import { randomBytes } from "node:crypto";
import type { HttpBindings } from "@hono/node-server";
import { REFUSALS, Refusal, TooMany } from "@shelv/contract/refusal";
import type { ErrorHandler } from "hono";
import { isDiskFailing, isDiskFull, isOutage } from "#database/errors";
import { Outage } from "#platform/outage";
import type { Alarms } from "./alarms.ts";
import { SenderGone, TooManyChunks } from "./read-body.ts";
import { SENDER_GONE } from "./request-log.ts";
import type { ContentfulStatusCode } from "hono/utils/http-status";

/** Returns the bug's id. An outage raises an alarm instead, without an id. */
export type ReportBug = (error: unknown) => string;

export function bugReporter(print: (line: string) => void, alarms: Alarms): ReportBug {
  return (error) => {
    if (isOutage(error)) {
      raiseOutage(alarms, error);
      return "";
    }
    const id = randomBytes(6).toString("hex");
    print(JSON.stringify({ time: new Date().toISOString(), bug: id, error: detailsOf(error) }));
    return id;
  };
}

function detailsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const own = error.stack ?? error.message;
  const { cause } = error;
  // Libraries attach whole answers, which may contain what is not for the log.
  const isData = typeof cause === "object" && !(cause instanceof Error);
  return cause === undefined || isData ? own : `${own}\ncaused by ${detailsOf(cause)}`;
}

/**
 * A client's pause before its retry. A stop and a start, a fail-over, or making room on a disk take longer.
 */
const OUTAGE_RETRY_S = 5;
const ALARM_EVERY_MS = 60_000;
export const DISK_ALARM = "disk-full";
const FAILING_DISK_ALARM = "disk-failing";

/** At most one line per minute: it is not a bug, and many requests meet it. */
export function raiseOutage(alarms: Alarms, error: unknown): void {
  alarms.raise(alarmOf(error), detailsOf(error), { everyMs: ALARM_EVERY_MS });
}

function alarmOf(error: unknown): string {
  if (error instanceof Outage) return error.alarm;
  if (isDiskFull(error)) return DISK_ALARM;
  return isDiskFailing(error) ? FAILING_DISK_ALARM : "database";
}

/** The one place that answers errors: a refusal says why, a bug only its id. */
export const answerErrors =
  (reportBug: ReportBug, alarms: Alarms): ErrorHandler =>
  (error, c) => {
    c.header("Cache-Control", "no-store");
    if (isOutage(error)) {
      raiseOutage(alarms, error);
      c.header("Retry-After", String(OUTAGE_RETRY_S));
      return c.json({ code: "busy", message: REFUSALS.busy.message }, REFUSALS.busy.status);
    }
    if (error instanceof Refusal && error.code === "busy") c.header("Retry-After", "1");
    if (error instanceof TooMany) c.header("Retry-After", String(error.retryAfterS));
    if (error instanceof Refusal) {
      const { code, message, issues } = error;
      return c.json(
        { code, message, ...(issues ? { issues } : {}) },
        REFUSALS[code].status as ContentfulStatusCode,
      );
    }
    if (error instanceof TooManyChunks) (c.env as Partial<HttpBindings> | undefined)?.incoming?.destroy();
    // For the log only: the connection is closed.
    if (error instanceof SenderGone) return new Response(null, { status: SENDER_GONE });
    const id = reportBug(error);
    return c.json(
      { code: "bug", message: `Something went wrong on our side (${id}). Please try again`, id },
      500,
    );
  };
