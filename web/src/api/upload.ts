import { USER_HEADER } from "@shelv/contract/routes/route";
import * as v from "valibot";
import { failureOf, NoNetwork, type OwnersRoute } from "./call";

/**
 * Sends a file that may be large, telling how much of it has left (0 to 1): the one thing `fetch` cannot say. Throws what
 * a call of that owner throws (`callAs`).
 */
export function upload<S extends v.GenericSchema>(
  userId: string, route: OwnersRoute & { answer: S }, file: Blob, onProgress: (sent: number) => void,
): Promise<v.InferOutput<S>> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(route.method, route.path);
    request.setRequestHeader("Content-Type", "application/zip");
    request.setRequestHeader(USER_HEADER, userId);
    request.upload.addEventListener("progress", ({ loaded, total }) => onProgress(total === 0 ? 1 : loaded / total));
    request.addEventListener("error", (event) => reject(new NoNetwork(event)));
    request.addEventListener("load", () => {
      answered(route, request).then(resolve, reject);
    });
    request.send(file);
  });
}

async function answered<S extends v.GenericSchema>(route: { answer: S }, { status, responseText }: XMLHttpRequest): Promise<v.InferOutput<S>> {
  if (status < 200 || status >= 300) throw await failureOf(new Response(responseText, { status }));
  return v.parse(route.answer, JSON.parse(responseText));
}
