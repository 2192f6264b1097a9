import { expect, test } from "vitest";
import { sha256Of } from "#pictures/store-picture";
import { Device } from "#testing/device";
import { openTestServer } from "#testing/open-test-server";
import { photoWithMetadata, picture } from "#testing/pictures";

const PATH = "/api/user/upload-avatar";

async function withOwner() {
  const server = await openTestServer();
  const ada = await server.signedIn("ada@example.org", "ada");
  const upload = (bytes: Uint8Array<ArrayBuffer>) => ada.form("POST", PATH, { image: new Blob([bytes]) });
  return { server, ada, upload };
}

test("An uploaded picture is the profile's own, on the owner's devices and on the page", async () => {
  const { server, ada, upload } = await withOwner();
  const device = await Device.of(ada);
  const bytes = await picture("png", { width: 600, height: 300 });
  const sha256 = sha256Of(bytes);
  const answer = await upload(bytes);
  const profile = {
    username: "ada",
    displayName: "",
    title: "",
    bio: "",
    website: "",
    location: "",
    profileImageUrl: `/media/${sha256}/320.webp`,
  };
  expect([answer.status, await answer.json()]).toEqual([200, profile]);
  const { rows } = await device.sync();
  expect(rows).toEqual([
    { table: "singles", row: expect.objectContaining({ id: "profile", picture: sha256 }) as object },
  ]);
  const html = await (await server.browser().get("/ada")).text();
  expect(html).toContain(`/media/${sha256}/320.avif 320w`);
  expect(html).toContain('sizes="208px" width="104" height="104"');
});

test("The same picture again changes nothing, and another one replaces it", async () => {
  const { server, ada, upload } = await withOwner();
  const device = await Device.of(ada);
  await upload(await picture("png", { width: 50, height: 50 }));
  const photo = await photoWithMetadata();
  await upload(photo);
  const { cursor } = await device.sync();
  await upload(photo);
  expect((await device.sync()).cursor).toBe(cursor);
  expect(
    ((await (await server.browser().get("/api/users/ada")).json()) as { profileImageUrl: string })
      .profileImageUrl,
  ).toContain(sha256Of(photo));
});

test("A file that is not a picture changes nothing and gets an error", async () => {
  const { ada, upload } = await withOwner();
  const refused = await upload(new TextEncoder().encode("<svg xmlns='http://www.w3.org/2000/svg'/>"));
  expect([refused.status, await refused.json()]).toEqual([
    415,
    { code: "wrong-media-type", message: "Please upload a JPEG, PNG, GIF, or WebP image" },
  ]);
  const nothing = await ada.form("POST", PATH, { image: "a text" });
  expect([nothing.status, await nothing.json()]).toMatchObject([
    400,
    { code: "invalid", issues: [{ path: "image" }] },
  ]);
  expect(
    ((await (await ada.get("/api/auth/me")).json()) as { profileImageUrl: unknown }).profileImageUrl,
  ).toBeNull();
});
