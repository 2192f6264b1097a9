import { execFileSync } from "node:child_process";
import { statSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { newShelf, sent } from "#testing/device";
import { ownerWithDevice, shelves } from "#testing/owner-with-device";

/** Lets the system refuse this process's writes beyond a file's length: EFBIG, an I/O error for SQLite. */
const refuseWritesBeyond = (bytes: number | "unlimited") =>
  void execFileSync("prlimit", ["--pid", String(process.pid), `--fsize=${bytes}:unlimited`]);

test.runIf(process.platform === "linux")(
  "While the log takes no writes, changes get 503, one alarm a minute is raised, and all are saved later",
  async () => {
    const { server, device } = await ownerWithDevice({ env: { PLAN_LIMITS: "off" } });
    const changes = Array.from({ length: 60 }, (_, at) =>
      sent(at + 1, "shelf.create", { ...newShelf(`Shelf ${at}`), description: "x".repeat(300) }),
    );
    const ready = async () => {
      server.wait(1000);
      const answer = await server.browser().get("/readyz");
      return [answer.status, ((await answer.json()) as { problems: string[] }).problems];
    };
    const alarms = () => server.printed.filter((line) => line.includes('"alarm"'));
    expect(await ready()).toEqual([200, []]);

    onTestFinished(() => refuseWritesBeyond("unlimited"));
    refuseWritesBeyond(statSync(join(server.folder, "shelv.db-wal")).size);
    for (let minute = 1; minute <= 3; minute += 1) {
      for (let tries = 0; tries < 3; tries += 1) {
        const answer = await device.ask({ mutations: changes });
        expect([answer.status, answer.headers.get("Retry-After")]).toEqual([503, "5"]);
      }
      expect(await ready()).toEqual([
        503,
        ["The database takes no writes: its disk may be full, failing, or closed to the server."],
      ]);
      expect(alarms()).toHaveLength(minute);
      server.wait(60_000);
    }
    expect(server.printed.filter((line) => line.includes('"bug"'))).toEqual([]);

    refuseWritesBeyond("unlimited");
    const answer = await device.sync(changes);
    expect([answer.lastMid, answer.results, shelves(answer).length]).toEqual([60, [], 60]);
    expect(await ready()).toEqual([200, []]);
  },
);
