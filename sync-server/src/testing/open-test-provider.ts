import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair } from "jose";
import { type Configuration, Provider } from "oidc-provider";
import { onTestFinished, vi } from "vitest";

type Claims = { email?: string; email_verified?: boolean | string };
export type Returned = { method: "GET" | "POST"; address: URL; fields: Record<string, string> };

export type TestProvider = {
  issuer: string;
  people: Map<string, Claims>;
  signInAs(who: string, address: string): Promise<Returned>;
  acceptSecret(isRight: (secret: string) => Promise<boolean>): void;
  close(): Promise<void>;
};

type TestClient = { clientId: string; secret: string; redirectUri: string };

export async function openTestProvider(
  { clientId, secret, redirectUri }: TestClient,
  port = 0,
): Promise<TestProvider> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const people = new Map<string, Claims>();
  const configured = await configuration({ clientId, secret, redirectUri }, people);
  const said = vi.spyOn(console, "warn").mockReturnValue();
  const provider = new Provider(issuer, configured);
  said.mockRestore();
  const handle = provider.callback();
  server.on("request", (request, response) => void handle(request, response));
  const close = () => closed(server);
  onTestFinished(close);
  return {
    issuer,
    people,
    signInAs: (who, address) => new Person(who, redirectUri).follow(address),
    acceptSecret(isRight) {
      (provider.Client as unknown as { prototype: Record<string, unknown> }).prototype[
        "compareClientSecret"
      ] = isRight;
    },
    close,
  };
}

async function configuration(
  { clientId, secret, redirectUri }: TestClient,
  people: Map<string, Claims>,
): Promise<Configuration> {
  const { privateKey } = await generateKeyPair("RS256", { extractable: true });
  return {
    clients: [
      {
        client_id: clientId,
        client_secret: secret,
        redirect_uris: [redirectUri],
        token_endpoint_auth_method: "client_secret_post",
      },
    ],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), use: "sig", alg: "RS256" }] },
    cookies: { keys: ["a test"] },
    claims: { openid: ["sub"], email: ["email", "email_verified"] },
    ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, IdToken: 600 },
    conformIdTokenClaims: false,
    findAccount: (_, sub) => ({ accountId: sub, claims: () => ({ sub, ...people.get(sub) }) }),
  };
}

class Person {
  readonly #who: string;
  readonly #redirectUri: string;
  readonly #cookies = new Map<string, string>();

  constructor(who: string, redirectUri: string) {
    this.#who = who;
    this.#redirectUri = redirectUri;
  }

  async follow(address: string): Promise<Returned> {
    let response = await this.#send(address);
    for (;;) {
      const next = response.headers.get("Location");
      if (next !== null) {
        const to = new URL(next, response.url);
        if (to.href.startsWith(this.#redirectUri)) return { method: "GET", address: to, fields: {} };
        response = await this.#send(to.href);
        continue;
      }
      const { action, fields } = formIn(await response.text());
      if (action === this.#redirectUri) return { method: "POST", address: new URL(action), fields };
      const typed = fields["prompt"] === "login" ? { login: this.#who, password: "any" } : {};
      response = await this.#send(new URL(action, response.url).href, { ...fields, ...typed });
    }
  }

  async #send(address: string, form?: Record<string, string>): Promise<Response> {
    const response = await fetch(address, {
      redirect: "manual",
      headers: { Cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ") },
      ...(form ? { method: "POST", body: new URLSearchParams(form) } : {}),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value === "") this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
    return response;
  }
}

function formIn(html: string): { action: string; fields: Record<string, string> } {
  const action = /<form[^>]*action="([^"]*)"/.exec(html)?.[1];
  if (action === undefined) throw new Error(`The provider shows no form: ${html}`);
  const fields = [...html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)];
  return { action, fields: Object.fromEntries(fields.map(([, name = "", value = ""]) => [name, value])) };
}

const closed = (server: Server) =>
  new Promise<void>((resolve) => {
    server.closeAllConnections();
    server.close(() => resolve());
  });
