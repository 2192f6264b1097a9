import { expect, test } from "vitest";
import { readSettings } from "#settings";

const KEYS = { AWS_ACCESS_KEY_ID: "id", AWS_SECRET_ACCESS_KEY: "secret" };
const bucketAt = (MEDIA_URL: string) => readSettings({ MEDIA_URL, ...KEYS }).bucket;

test("MEDIA_URL names a bucket, its store and its region; without it pictures are in the data folder", () => {
  const keys = { accessKeyId: "id", secretAccessKey: "secret" };
  expect(bucketAt("s3://shelv-pictures?endpoint=http://10.0.0.5:9000&region=eu-1")).toEqual({
    bucket: "shelv-pictures",
    endpoint: "http://10.0.0.5:9000",
    region: "eu-1",
    ...keys,
  });
  expect(bucketAt("s3://pictures?region=eu-central-1")).toMatchObject({
    endpoint: "https://s3.eu-central-1.amazonaws.com",
    region: "eu-central-1",
  });
  expect(bucketAt("s3://pictures?endpoint=https://s3.example.org/")).toMatchObject({
    endpoint: "https://s3.example.org",
    region: "us-east-1",
  });
  expect(readSettings(KEYS).bucket).toBeNull();
});

test.each([
  "pictures",
  "https://s3.example.org/pictures",
  "s3://pictures",
  "s3://?region=eu-1",
  "s3://Pictures?region=eu-1",
  "s3://id:secret@pictures?region=eu-1",
  "s3://pictures/folder?region=eu-1",
  "s3://pictures?region=eu-1&endpoint=s3.example.org",
  "s3://pictures?endpoint=https://s3.example.org/pictures",
  "s3://pictures?region=eu-1&style=path",
  "s3://pictures?region=eu/1",
])("MEDIA_URL cannot be %s", (url) => {
  expect(() => bucketAt(url)).toThrow("The setting MEDIA_URL must be s3://bucket?endpoint=");
});

test("MEDIA_URL needs both keys", () => {
  for (const name of Object.keys(KEYS))
    expect(() => readSettings({ MEDIA_URL: "s3://pictures?region=eu-1", ...KEYS, [name]: "" })).toThrow(
      "MEDIA_URL needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY too.",
    );
});
