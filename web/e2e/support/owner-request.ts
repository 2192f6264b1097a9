import { type APIRequestContext, type APIResponse, expect } from "@playwright/test";
import type { TestServer } from "./server.ts";

export type Post = (path: string, options?: object) => Promise<APIResponse>;

export const postAs =
  (request: APIRequestContext, origin: string): Post =>
  async (path, options = {}) => {
    const answer = await request.post(`${origin}${path}`, { headers: { Origin: origin }, ...options });
    expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true);
    return answer;
  };

export async function postCode(post: Post, server: TestServer, email: string): Promise<void> {
  await post("/api/auth/send-code", { data: { email } });
  await post("/api/auth/verify-code", { data: { code: await server.codeFor(email) } });
}

export const emailOf = (username: string) => `${username.toLowerCase()}@example.com`;

export async function postAsNewOwner(
  request: APIRequestContext,
  server: TestServer,
  names: { username: string; displayName?: string },
): Promise<Post> {
  const post = postAs(request, server.address);
  await postCode(post, server, emailOf(names.username));
  await post("/api/auth/complete-registration", { data: names });
  return post;
}

export async function postForId(post: Post, path: string, options: object): Promise<string> {
  return ((await (await post(path, options)).json()) as { id: string }).id;
}

export async function postShelf(
  post: Post,
  name: string,
  things: number,
  titleOf = (at: number) => `Thing ${at}`,
): Promise<string> {
  const id = await postForId(post, "/api/shelves", { data: { name } });
  for (let at = 1; at <= things; at += 1)
    await post(`/api/shelves/${id}/items`, {
      multipart: { title: titleOf(at), url: "https://example.com/" },
    });
  return id;
}
