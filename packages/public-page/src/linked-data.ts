import { picturePath } from "@shelv/contract/picture";
import { nameOnPage, type PageData } from "./page-data.ts";

/** Who the page is of, in the words of schema.org, for search engines. Safe inside a `<script>`: it opens and closes no tag. */
export function linkedData(
  page: PageData,
  { origin, address }: { origin: string | null; address: string | null },
): string {
  const { username, title, bio, picture, website, location, socialLinks } = page;
  const person = {
    "@type": "Person",
    name: nameOnPage(page),
    alternateName: `@${username}`,
    jobTitle: title || undefined,
    description: bio || undefined,
    image: origin !== null && picture ? origin + picturePath(picture.sha256, 640) : undefined,
    homeLocation: location ? { "@type": "Place", name: location } : undefined,
    sameAs: [...(website === "" ? [] : [website]), ...socialLinks.flatMap(({ url }) => url ?? [])],
  };
  const profile = {
    "@context": "https://schema.org",
    "@type": "ProfilePage",
    url: address ?? undefined,
    mainEntity: person,
  };
  return JSON.stringify(profile).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
