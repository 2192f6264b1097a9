import { type APIRequestContext, type APIResponse, expect } from "@playwright/test";

/** Writes through the API as a page of the site itself would; what is refused fails the test. */
export const postAs = (request: APIRequestContext, origin: string) => async (path: string, options: object): Promise<APIResponse> => {
  const answer = await request.post(path, { headers: { Origin: origin }, ...options });
  expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true);
  return answer;
};
