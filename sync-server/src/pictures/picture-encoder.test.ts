import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { picture } from "#testing/pictures";
import { type EncoderTimes, PictureEncoder } from "./picture-encoder.ts";

vi.setConfig({ testTimeout: 60_000 });

function encoderOf(times: Partial<EncoderTimes> = {}) {
  const encoder = new PictureEncoder(times);
  onTestFinished(() => encoder.close());
  return encoder;
}
const small = () => picture("png", { width: 20, height: 20 });

test("Pictures are encoded one after the other in one process, which survives a rejected one and ends when idle", async () => {
  const encoder = encoderOf({ idleMs: 200 });
  expect((await encoder.encode(await small())).map(({ name }) => name)).toContain("original.webp");
  const first = encoder.pid;
  await expect(encoder.encode(Buffer.from("<svg/>"))).rejects.toMatchObject({ code: "wrong-media-type" });
  expect((await encoder.encode(await small())).length).toBe(7);
  expect([typeof first, encoder.pid]).toEqual(["number", first]);
  await expect.poll(() => encoder.pid).toBeNull();
});

test("A picture that exceeds its time ends with its process, and the next one is encoded", async () => {
  const bytes = await small();
  await expect(encoderOf({ withinMs: 0, graceMs: 0 }).encode(bytes)).rejects.toMatchObject({
    code: "picture-too-heavy",
  });
  expect((await encoderOf().encode(bytes)).length).toBe(7);
});

test("A drawing that takes too long ends long before other pictures do, with its process", async () => {
  const folder = await mkdtemp(join(tmpdir(), "shelv-drawing-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, "icon");
  const filter = '<filter id="a"><feOffset dx="1"/></filter>';
  const nested = `${'<g filter="url(#a)">'.repeat(60)}<rect width="288000" height="288000"/>${"</g>".repeat(60)}`;
  await writeFile(
    path,
    `<svg xmlns="http://www.w3.org/2000/svg" width="288000" height="288000">${filter}${nested}</svg>`,
  );
  const encoder = encoderOf({ withinMs: 3_600_000 });
  await expect(encoder.card({ path, contentType: "image/svg+xml" }, null)).rejects.toMatchObject({
    code: "picture-too-heavy",
  });
  expect(encoder.pid).toBeNull();
});

test("A picture that crashes its decoder is rejected, and the next one is encoded", async () => {
  const encoder = encoderOf();
  await encoder.encode(await small());
  const made = encoder.encode(await picture("png", { width: 2400, height: 2400 }));
  if (encoder.pid !== null) process.kill(encoder.pid, "SIGSEGV");
  await expect(made).rejects.toMatchObject({ code: "picture-missing" });
  expect((await encoder.encode(await small())).length).toBe(7);
});
