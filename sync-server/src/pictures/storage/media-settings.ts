import * as v from "valibot";

export type BucketPlace = {
  bucket: string;
  endpoint: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
};

const DEFAULT_REGION = "us-east-1";

export const mediaEnvironment = {
  MEDIA_URL: v.optional(
    v.pipe(
      v.string(),
      v.check(
        (text) => placeIn(text) !== null,
        "must be s3://bucket?endpoint=https://s3.example.org&region=us-east-1: at least one of endpoint and region, and nothing else",
      ),
    ),
  ),
  AWS_ACCESS_KEY_ID: v.optional(v.string()),
  AWS_SECRET_ACCESS_KEY: v.optional(v.string()),
};

type Given = {
  MEDIA_URL?: string | undefined;
  AWS_ACCESS_KEY_ID?: string | undefined;
  AWS_SECRET_ACCESS_KEY?: string | undefined;
};

export function bucketOf(given: Given): BucketPlace | null {
  const place = given.MEDIA_URL === undefined ? null : placeIn(given.MEDIA_URL);
  if (place === null || given.AWS_ACCESS_KEY_ID === undefined || given.AWS_SECRET_ACCESS_KEY === undefined)
    return null;
  return { ...place, accessKeyId: given.AWS_ACCESS_KEY_ID, secretAccessKey: given.AWS_SECRET_ACCESS_KEY };
}

export const missingForMedia = (given: Given): string | null =>
  given.MEDIA_URL !== undefined && bucketOf(given) === null
    ? "MEDIA_URL needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY too."
    : null;

function placeIn(text: string): Pick<BucketPlace, "bucket" | "endpoint" | "region"> | null {
  if (!URL.canParse(text)) return null;
  const { protocol, host: bucket, username, pathname, hash, searchParams } = new URL(text);
  const isBare = username === "" && hash === "" && (pathname === "" || pathname === "/");
  const asked = [...searchParams.keys()];
  if (protocol !== "s3:" || !isBare || !/^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/.test(bucket)) return null;
  if (asked.length === 0 || asked.some((name) => name !== "endpoint" && name !== "region")) return null;
  const region = searchParams.get("region") ?? DEFAULT_REGION;
  const endpoint = originOf(searchParams.get("endpoint") ?? `https://s3.${region}.amazonaws.com`);
  return endpoint !== null && /^[a-z\d-]{1,64}$/i.test(region) ? { bucket, endpoint, region } : null;
}

function originOf(text: string): string | null {
  if (!URL.canParse(text)) return null;
  const { protocol, origin, pathname, search, hash, username } = new URL(text);
  const isBare = pathname === "/" && search === "" && hash === "" && username === "";
  return isBare && /^https?:$/.test(protocol) ? origin : null;
}
