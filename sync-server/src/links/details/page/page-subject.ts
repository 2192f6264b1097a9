import { cleanText } from "./clean-text.ts";
import { isNode, type Placed, textOf } from "./json-ld.ts";
import type { Node } from "./microdata.ts";

/** The most telling first. */
export const PRODUCTS = ["Product", "ProductGroup", "IndividualProduct", "ProductModel", "Vehicle", "Car"];
const SUBJECTS = [
  ...PRODUCTS,
  "Recipe",
  "Event",
  "MusicEvent",
  "TheaterEvent",
  "SportsEvent",
  "Festival",
  "EducationEvent",
  "ExhibitionEvent",
  "ScreeningEvent",
  "ComedyEvent",
  "MusicRecording",
  "MusicAlbum",
  "MusicPlaylist",
  "MusicGroup",
  "PodcastEpisode",
  "PodcastSeries",
  "RadioEpisode",
  "AudioObject",
  "VideoObject",
  "Movie",
  "TVSeries",
  "TVEpisode",
  "Book",
  "Audiobook",
  "Course",
  "SoftwareApplication",
  "MobileApplication",
  "WebApplication",
  "VideoGame",
  "Game",
  "Restaurant",
  "LocalBusiness",
  "Hotel",
  "Article",
  "NewsArticle",
  "BlogPosting",
  "TechArticle",
  "Report",
  "DiscussionForumPosting",
  "JobPosting",
  "SocialMediaPosting",
];

const ASIDE = new Set([
  "isRelatedTo",
  "isSimilarTo",
  "isAccessoryOrSparePartFor",
  "itemListElement",
  "hasVariant",
  "review",
  "reviews",
  "author",
  "publisher",
  "offers",
  "brand",
  "track",
  "tracks",
  "hasPart",
  "workExample",
  "subEvent",
  "isPartOf",
  "video",
  "makesOffer",
  "itemOffered",
  "itemReviewed",
  "about",
  "mentions",
  "citation",
  "comment",
]);

export type Subject = Placed | null;

/** Of several products none counts, unless one says that the page is its own: the page is a list. */
export function subjectOf(
  all: readonly Placed[],
  addresses: string[],
  ogTitle: string,
  toUrl: (text: string) => string | null,
): Subject {
  const own = all.filter(({ path }) => !path.some((property) => ASIDE.has(property)));
  const ranked = own
    .filter(({ types }) => types.some((type) => SUBJECTS.includes(type)))
    .map((placed) => ({ placed, rank: Math.min(...placed.types.map(rankOf)) }))
    .toSorted((a, b) => a.rank - b.rank || a.placed.path.length - b.placed.path.length);
  const [best] = ranked;
  if (!best) return null;
  const rivals = ranked.filter(
    ({ rank, placed }) => sameKind(rank, best.rank) && placed.path.length === best.placed.path.length,
  );
  if (rivals.length === 1) return best.placed;
  const isOwn = ({ placed: { node } }: (typeof rivals)[number]) =>
    [node.url, node["@id"], node.mainEntityOfPage].some((value) => {
      const said = textOf(isNode(value) ? value["@id"] : value);
      const url = said === "" ? null : toUrl(said);
      return url !== null && addresses.some((address) => samePlace(url, address));
    });
  const named = rivals.find(isOwn) ?? rivals.find(({ placed }) => isNameIn(placed.node, ogTitle));
  if (named) return named.placed;
  const sameNames = new Set(rivals.map(({ placed }) => cleanText(textOf(placed.node.name)))).size === 1;
  return sameNames || best.rank >= PRODUCTS.length ? best.placed : null;
}

const rankOf = (type: string) => {
  const at = SUBJECTS.indexOf(type);
  return at < 0 ? Number.POSITIVE_INFINITY : at;
};

const sameKind = (a: number, b: number) => a === b || (a < PRODUCTS.length && b < PRODUCTS.length);

function isNameIn(node: Node, title: string): boolean {
  const name = cleanText(textOf(node.name));
  return name.length > 2 && title.toLowerCase().includes(name.toLowerCase());
}

function samePlace(one: string, other: string): boolean {
  if (!URL.canParse(one) || !URL.canParse(other)) return false;
  const bare = ({ host, pathname }: URL) => `${host.replace(/^www\./, "")}${pathname.replace(/\/$/, "")}`;
  return bare(new URL(one)) === bare(new URL(other));
}

export const hasType = (subject: Subject, ...types: string[]) =>
  subject?.types.some((type) => types.includes(type)) ?? false;
