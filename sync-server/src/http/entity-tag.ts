/**
 * Gateways that compress weaken the tag, and Apache and Jetty add the encoding (`"1-gzip"`): the tag still
 * identifies the version.
 */
export const isKnownTag = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch !== undefined &&
  ifNoneMatch.split(",").some((given) => {
    const tag = given.trim().replace(/^W\//, "");
    return tag === etag || tag.replace(/(?:--?|;|:)(?:gzip|br|deflate|zstd)"$/, '"') === etag;
  });
