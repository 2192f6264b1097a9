import { PICTURE_FILES, type PictureFile, pictureFilePath } from "@shelv/contract/rows/picture";
import sharp, { type Metadata } from "sharp";
import { sha256Of } from "#pictures/store-picture";
import type { Browser } from "./browser.ts";
import type { TestServer } from "./open-test-server.ts";

export class PictureOwner {
  readonly browser: Browser;
  readonly userId: string;

  private constructor(browser: Browser, userId: string) {
    this.browser = browser;
    this.userId = userId;
  }

  static async of(server: TestServer, name: string): Promise<PictureOwner> {
    const browser = await server.signedIn(`${name}@example.org`, name);
    const { id } = (await (await browser.get("/api/auth/me")).json()) as { id: string };
    return new PictureOwner(browser, id);
  }

  put(bytes: Uint8Array<ArrayBuffer>, sha256 = sha256Of(bytes)): Promise<Response> {
    return this.browser.send("PUT", `/api/blobs/${sha256}`, {
      body: bytes,
      headers: { "X-User": this.userId },
    });
  }

  async has(sha256: string): Promise<boolean> {
    return (
      (await this.browser.send("HEAD", `/api/blobs/${sha256}`, { headers: { "X-User": this.userId } }))
        .status === 204
    );
  }
}

export async function servedFiles(server: TestServer, sha256: string): Promise<Map<PictureFile, Uint8Array>> {
  const served = new Map<PictureFile, Uint8Array>();
  for (const file of PICTURE_FILES) {
    const answer = await server.browser().get(pictureFilePath(sha256, file));
    if (answer.status === 200) served.set(file, new Uint8Array(await answer.arrayBuffer()));
  }
  return served;
}

export function described(bytes: Uint8Array): Promise<Metadata> {
  sharp.unblock({ operation: ["VipsForeignLoadHeif"] });
  return sharp(bytes).metadata();
}
