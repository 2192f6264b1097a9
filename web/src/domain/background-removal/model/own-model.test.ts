import { expect, onTestFinished, test, vi } from "vitest";
import { NotHere } from "#domain/background-removal/not-here";
import { OWN_MODEL_INTEGRITY, ownModel } from "./own-model";

function answerWith(answer: () => Promise<Response>) {
  const requests: unknown[] = [];
  vi.stubGlobal("fetch", (...request: unknown[]) => {
    requests.push(request);
    return answer();
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  return requests;
}

test("the request carries the model's hash, so that a browser rejects other bytes", async () => {
  const requests = answerWith(async () => new Response("a model"));
  expect(new TextDecoder().decode(await ownModel("/assets/late/u2netp.onnx"))).toBe("a model");
  expect(requests).toEqual([["/assets/late/u2netp.onnx", { integrity: OWN_MODEL_INTEGRITY }]]);
});

test.each<[string, () => Promise<Response>]>([
  ["there is no network, or the bytes differ", () => Promise.reject(new TypeError("Failed to fetch"))],
  ["the server has no such file", async () => new Response("There is nothing here", { status: 404 })],
  [
    "the connection ends early",
    async () => new Response(new ReadableStream({ start: (body) => body.error(new Error("Cut off")) })),
  ],
])("if %s the model is not here", async (_, answer) => {
  answerWith(answer);
  await expect(ownModel("/assets/late/u2netp.onnx")).rejects.toBeInstanceOf(NotHere);
});
