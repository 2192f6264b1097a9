import { expect, test } from "vitest";
import { readMultipart } from "./read-body.ts";

const PART = '--b\r\nContent-Disposition: form-data; name="a"; filename="f"\r\n\r\nx\r\n';

const read = (body: string | FormData, headers: Record<string, string> = {}) =>
  readMultipart(new Request("https://shelv.example/", { method: "POST", body, headers }), 1_000_000);

test("A form has text fields, the last of each name, and files that are not empty", async () => {
  const form = new FormData();
  for (const title of ["First", "Zweite „ü“\r\n--b"]) form.append("title", title);
  form.append("image", new Blob(["\r\n\0--"]), 'a"b.png');
  form.append("none", new Blob([]), "");
  expect(await read(form)).toEqual({
    fields: { title: "Zweite „ü“\r\n--b" },
    files: new Map([["image", new TextEncoder().encode("\r\n\0--")]]),
  });
});

test.each([
  ["of thousands of parts", PART.repeat(10_000)],
  ["with a long name", `--b\r\nContent-Disposition: form-data; name="${"%22".repeat(10_000)}"\r\n\r\n\r\n`],
  ["with thousands of headers", PART.replace("\r\n", `\r\n${"X: y\r\n".repeat(10_000)}`)],
  ["without parts", "hello"],
])("A form %s is refused", async (_, parts) => {
  const asked = read(`${parts}--b--\r\n`, { "Content-Type": "multipart/form-data; boundary=b" });
  await expect(asked).rejects.toMatchObject({ code: "invalid" });
});

test("A body without a byte is no form", async () => {
  const asked = read("", { "Content-Type": "multipart/form-data; boundary=b" });
  await expect(asked).rejects.toMatchObject({ code: "invalid" });
});

test("A form has a boundary of up to 70 characters", async () => {
  const read = (boundary: string) => {
    const body = `--${boundary}\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--${boundary}--\r\n`;
    const headers = { "Content-Type": `multipart/form-data; boundary=${boundary}` };
    return readMultipart(new Request("https://shelv.example/", { method: "POST", body, headers }));
  };
  expect((await read("b".repeat(70))).fields).toEqual({ a: "1" });
  await expect(read("b".repeat(71))).rejects.toMatchObject({ code: "invalid" });
});
