import { type APIRequestContext, type APIResponse, expect } from "@playwright/test";

/** With the site's origin; a rejected request fails the test. */
export const postAs =
  (request: APIRequestContext, origin: string) =>
  async (path: string, options: object): Promise<APIResponse> => {
    const answer = await request.post(path, { headers: { Origin: origin }, ...options });
    expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true);
    return answer;
  };

/** Items are numbered from 1. Returns the shelf's id. */
export async function postShelf(
  post: ReturnType<typeof postAs>,
  name: string,
  things: number,
  titleOf = (at: number) => `Thing ${at}`,
): Promise<string> {
  const { id } = (await (await post("/api/shelves", { data: { name } })).json()) as { id: string };
  for (let at = 1; at <= things; at += 1)
    await post(`/api/shelves/${id}/items`, {
      multipart: { title: titleOf(at), url: "https://example.com/" },
    });
  return id;
}
