import { ServerProcess } from "./server-process.ts";

export type Owner = { userId: string; username: string; headers: Record<string, string> };

export class ServerPair {
  readonly all: readonly [ServerProcess, ServerProcess];
  readonly databaseUrl: string;
  #owners = 0;
  #starts = Promise.withResolvers<void>();

  private constructor(databaseUrl: string, all: [ServerProcess, ServerProcess]) {
    this.databaseUrl = databaseUrl;
    this.all = all;
  }

  static async start(databaseUrl: string, settings?: Record<string, string>): Promise<ServerPair> {
    const start = () => ServerProcess.start(databaseUrl, settings);
    return new ServerPair(databaseUrl, await Promise.all([start(), start()]));
  }

  get bugs(): string[] {
    return this.all.flatMap(({ bugs }) => bugs);
  }

  async any(): Promise<ServerProcess> {
    for (;;) {
      const up = this.all.filter(({ isUp }) => isUp);
      if (up.length > 0) return up[Math.floor(Math.random() * up.length)] as ServerProcess;
      await this.#starts.promise;
    }
  }

  /** The restart continues. */
  async kill(server: ServerProcess): Promise<{ restarted: Promise<void> }> {
    await server.kill();
    const restarted = server.start().then(() => {
      this.#starts.resolve();
      this.#starts = Promise.withResolvers();
    });
    return { restarted };
  }

  async stop(): Promise<void> {
    await Promise.all(this.all.map((server) => server.stop()));
  }

  /** Each account from its own /24, the unit of the rate limits. The mail is in the output of its server. */
  async signUp(): Promise<Owner> {
    const server = await this.any();
    const at = (this.#owners += 1);
    const username = `owner-${at}`;
    const email = `${username}@example.org`;
    const headers: Record<string, string> = { "X-Forwarded-For": `10.${at >> 8}.${at & 255}.1` };
    const owner = { userId: "", username, headers };
    const takeCookies = (answer: Response) => {
      const pairs = answer.headers.getSetCookie().map((cookie) => cookie.split(";", 1)[0] ?? "");
      headers.Cookie = pairs.filter((pair) => !pair.endsWith("=")).join("; ");
    };
    takeCookies(await post(server, owner, "/api/auth/send-code", { email }));
    const [, code] = await server.says(new RegExp(`${email} is (\\d{6})`));
    takeCookies(await post(await this.any(), owner, "/api/auth/verify-code", { code }));
    await post(await this.any(), owner, "/api/auth/complete-registration", { username });
    owner.userId = ((await (await get(await this.any(), owner, "/api/auth/me")).json()) as { id: string }).id;
    return owner;
  }
}

export const get = (server: ServerProcess, { headers }: Pick<Owner, "headers">, path: string) =>
  fetch(server.origin + path, { headers });

export async function post(
  server: ServerProcess,
  { headers }: Pick<Owner, "headers">,
  path: string,
  body: object = {},
  method = "POST",
): Promise<Response> {
  const answer = await fetch(server.origin + path, {
    method,
    body: JSON.stringify(body),
    headers: { ...headers, "Content-Type": "application/json" },
  });
  if (!answer.ok) throw new Error(`${method} ${path} is answered ${answer.status}: ${await answer.text()}`);
  return answer;
}
