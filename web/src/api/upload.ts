import { USER_HEADER } from "@shelv/contract/routes/route";
import type * as v from "valibot";
import { answerIn, NoNetwork, type OwnersRoute } from "./call";

/** Reports how much is sent (0 to 1), which `fetch` cannot. Throws what `callAs` throws. */
export function upload<S extends v.GenericSchema>(
  userId: string,
  route: OwnersRoute & { answer: S },
  file: Blob,
  onProgress: (sent: number) => void,
): Promise<v.InferOutput<S>> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(route.method, route.path);
    request.setRequestHeader("Content-Type", "application/zip");
    request.setRequestHeader(USER_HEADER, userId);
    request.upload.addEventListener("progress", ({ loaded, total }) =>
      onProgress(total === 0 ? 1 : loaded / total),
    );
    request.addEventListener("error", (event) => reject(new NoNetwork(event)));
    request.addEventListener("load", () => {
      answerIn(route, responseOf(request)).then(resolve, reject);
    });
    request.send(file);
  });
}

/** A `Response` with a bodiless status takes no body. */
const responseOf = (request: XMLHttpRequest) =>
  new Response(request.responseText || null, {
    status: request.status,
    headers: headersIn(request.getAllResponseHeaders()),
  });

const headersIn = (lines: string): [string, string][] =>
  lines
    .split("\r\n")
    .filter(Boolean)
    .map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 1).trim()]);
