import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { BUNDLE } from "./build-if-stale.ts";
import { startProcess, type StartedProcess } from "./start-process.ts";

export type BenchServer = {
  origin: string;
  pid: number;
  dataFolder: string;
  signUp: (username: string) => Promise<{ Cookie: string }>;
  stop: () => Promise<void>;
};

/**
 * An empty data folder and default settings, except for a proxy: one machine acts as many visitors.
 * `settings` are added.
 */
export async function startBenchServer(settings: Record<string, string> = {}): Promise<BenchServer> {
  const dataFolder = await mkdtemp(join(tmpdir(), "shelv-bench-"));
  const { origin, pid, says, stop } = await startProcess(BUNDLE, {
    env: { DATA_DIR: dataFolder, HOST: "127.0.0.1", PORT: "0", TRUST_PROXY: "loopback", ...settings },
  });

  return {
    origin,
    pid,
    dataFolder,
    signUp: (username) => signUp({ origin, says }, username),
    async stop() {
      await stop();
      await rm(dataFolder, { recursive: true });
    },
  };
}

export async function signUp(
  { origin, says }: Pick<StartedProcess, "origin" | "says">,
  username: string,
): Promise<{ Cookie: string }> {
  const email = `${username}@example.org`;
  const asked = await postJson(`${origin}/api/auth/send-code`, { email });
  const [, code] = await says(new RegExp(`${email} is (\\d{6})`));
  const verified = await postJson(`${origin}/api/auth/verify-code`, { code }, cookieOf(asked));
  const owner = cookieOf(verified);
  await postJson(`${origin}/api/auth/complete-registration`, { username }, owner);
  return owner;
}

export async function postJson(
  url: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<Response> {
  const answer = await fetch(url, {
    method: "POST",
    body: JSON.stringify(body),
    headers: { "Content-Type": "application/json", ...headers },
  });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
  return answer;
}

const cookieOf = (answer: Response) => ({
  Cookie: answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";", 1)[0] ?? "")
    .filter((pair) => !pair.endsWith("="))
    .join("; "),
});
