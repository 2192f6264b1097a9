/** The deployment of sync-server/docs/pictures-in-a-bucket.md, with OpenStack Swift, which speaks S3. */
import { expect, test } from "@playwright/test";
import { ensureOtherBrowsers } from "#e2e/support/browsers/other-browsers";
import { Swift } from "#e2e/support/network/swift";
import { postAsNewOwner, postForId } from "#e2e/support/owner-request";
import { TestServer } from "#e2e/support/server";

const PICTURE = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

test("pictures in a bucket are served by its installation alone, and uploads wait while it is gone", async ({
  request,
}) => {
  const swift = await Swift.start(ensureOtherBrowsers().swiftPython);
  const servers: TestServer[] = [];
  const start = async (env = swift.env()) => {
    const server = await TestServer.start(env);
    servers.push(server);
    return server;
  };
  try {
    const server = await start();
    const post = await postAsNewOwner(request, server, { username: "ada" });
    const id = await postForId(post, "/api/shelves", { data: { name: "Kiln" } });
    const upload = (title: string) =>
      request.post(`${server.address}/api/shelves/${id}/items`, {
        headers: { Origin: server.address },
        multipart: {
          title,
          url: "https://example.com/",
          image: {
            name: "a.png",
            mimeType: "image/png",
            buffer: Buffer.concat([PICTURE, Buffer.from(title)]),
          },
        },
      });
    const pictureAt = async (address: string, path: string) => {
      const answer = await request.get(address + path);
      return [answer.status(), answer.headers()["content-type"], (await answer.body()).byteLength > 20];
    };
    const served = [200, "image/webp", true];

    await test.step("an upload is served, also after a restart", async () => {
      const { imageUrl } = (await (await upload("Mug")).json()) as { imageUrl: string };
      expect(await pictureAt(server.address, imageUrl)).toEqual(served);
      await server.restart();
      expect(await pictureAt(server.address, imageUrl)).toEqual(served);
    });

    await test.step("another installation does not start on the bucket", async () => {
      await expect(start()).rejects.toThrow("The bucket of MEDIA_URL belongs to another installation.");
    });

    await test.step("a wrong secret stops the start", async () => {
      await expect(start(swift.env("another"))).rejects.toThrow(
        "AWS_SECRET_ACCESS_KEY does not belong to AWS_ACCESS_KEY_ID.",
      );
    });

    await test.step("without the bucket, pages work and uploads come later", async () => {
      await swift.stop();
      const refused = await upload("Bowl");
      expect([refused.status(), refused.headers()["retry-after"]]).toEqual([503, "5"]);
      expect((await request.get(`${server.address}/ada`)).status()).toBe(200);
      const ready = await request.get(`${server.address}/readyz`);
      expect([ready.status(), await ready.json()]).toEqual([
        200,
        { status: "degraded", problems: ["The bucket of MEDIA_URL does not answer."] },
      ]);
      await swift.restart();
      const { imageUrl } = (await (await upload("Bowl")).json()) as { imageUrl: string };
      expect(await pictureAt(server.address, imageUrl)).toEqual(served);
    });
  } finally {
    for (const server of servers) await server.discard();
    await swift.discard();
  }
});
