export type Body = string | Uint8Array<ArrayBuffer> | FormData | ReadableStream<Uint8Array>;

export class Browser {
  readonly cookies = new Map<string, string>();
  readonly #fetch: (request: Request) => Response | Promise<Response>;
  readonly #origin: string;

  constructor(fetch: (request: Request) => Response | Promise<Response>, origin: string) {
    this.#fetch = fetch;
    this.#origin = origin;
  }

  async send(
    method: string,
    path: string,
    { body, headers = {} }: { body?: Body; headers?: Record<string, string> } = {},
  ): Promise<Response> {
    const own: Record<string, string> = { Host: new URL(this.#origin).host };
    if (method !== "GET") own.Origin = this.#origin;
    if (this.cookies.size > 0)
      own.Cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const duplex = body instanceof ReadableStream ? { duplex: "half" as const } : {};
    const request = new Request(this.#origin + path, {
      method,
      headers: { ...own, ...headers },
      ...duplex,
      ...(body === undefined ? {} : { body }),
    });
    const response = await this.#fetch(request);
    for (const cookie of response.headers.getSetCookie()) this.#keep(cookie);
    return response;
  }

  get = (path: string, headers: Record<string, string> = {}) => this.send("GET", path, { headers });
  delete = (path: string) => this.send("DELETE", path);
  post = (path: string, json: unknown = {}, headers: Record<string, string> = {}) =>
    this.#sendJson("POST", path, json, headers);
  put = (path: string, json: unknown) => this.#sendJson("PUT", path, json);
  patch = (path: string, json: unknown) => this.#sendJson("PATCH", path, json);

  form(
    method: string,
    path: string,
    fields: Record<string, string | Blob>,
    headers: Record<string, string> = {},
  ): Promise<Response> {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    return this.send(method, path, { body: form, headers });
  }

  #sendJson(
    method: string,
    path: string,
    json: unknown,
    headers: Record<string, string> = {},
  ): Promise<Response> {
    return this.send(method, path, {
      body: JSON.stringify(json),
      headers: { "Content-Type": "application/json", ...headers },
    });
  }

  #keep(cookie: string) {
    const [pair = "", ...attributes] = cookie.split("; ");
    const [name = "", value = ""] = pair.split("=");
    if (attributes.includes("Max-Age=0")) this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}

export const bytesOf = async (answer: Response): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await answer.arrayBuffer());
