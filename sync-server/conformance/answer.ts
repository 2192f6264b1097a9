import { brotliDecompressSync, gunzipSync } from "node:zlib";

export type Answer = { status: number; headers: Headers; text: string; json: unknown };

export async function readAnswer(response: Response): Promise<Answer> {
  const { status, headers } = response;
  const isJson = headers.get("Content-Type")?.startsWith("application/json") ?? false;
  const text = isJson ? await readJsonText(response) : await readText(response);
  return { status, headers, text, json: isJson && text !== "" ? JSON.parse(text) : undefined };
}

async function readJsonText(response: Response): Promise<string> {
  const bytes = Buffer.from(await response.arrayBuffer());
  const encoding = bytes.length > 0 ? response.headers.get("Content-Encoding") : null;
  if (encoding === "br") return brotliDecompressSync(bytes).toString();
  return (encoding === "gzip" ? gunzipSync(bytes) : bytes).toString();
}

async function readText(response: Response): Promise<string> {
  if (!response.headers.get("Content-Type")?.startsWith("text/event-stream")) {
    return Buffer.from(await response.arrayBuffer()).toString("latin1");
  }
  const reader = response.body?.getReader();
  const first = await reader?.read();
  await reader?.cancel();
  return new TextDecoder().decode(first?.value);
}

export const isSuccess = ({ status }: Answer) => status >= 200 && status < 400;

export function outcomeOf({ status, json }: Answer): string {
  const code = (json as { code?: string } | undefined)?.code;
  return code === undefined ? String(status) : `${status} ${code}`;
}
