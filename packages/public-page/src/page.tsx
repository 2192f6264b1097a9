import type { Appearance } from "@shelv/contract/rows/appearance";
import { type LeftOut, leftOutSentence } from "@shelv/contract/limits/page-limits";
import { Fragment, type ReactNode } from "react";
import { PLATFORMS } from "@shelv/contract/rows/social-link";
import { Board, BoardNote } from "./board.tsx";
import { isBare } from "./item-face.tsx";
import { ObjectSymbols } from "#objects/item-object.tsx";
import { nameOnPage, type PageData, type PageShelf } from "./page-data.ts";
import { pageWords } from "#text/page-words";
import { Shelf, type ShelfProps } from "./shelf.tsx";
import { Avatar } from "#pictures/avatar.tsx";
import { SocialIcon } from "./social-icon.tsx";

type PublicPageProps = {
  page: PageData;
  appUrl?: string;
  reportUrl?: string | null;
  printed?: Printed | null;
  renderShelf?: (props: ShelfProps) => ReactNode;
  /** If it is rendered already. */
  shelves?: string | undefined;
};

export type PrintedCode = { side: number; path: string };
type Printed = { address: string; code: PrintedCode };

export const PublicPage = ({
  page,
  appUrl = "",
  reportUrl = null,
  printed = null,
  renderShelf = (props) => <Shelf {...props} />,
  shelves,
}: PublicPageProps) => (
  <Wall appearance={page.appearance} appUrl={appUrl} reportUrl={reportUrl} printed={printed}>
    <ObjectSymbols items={bareItems(page.shelves)} />
    <ProfileHeader page={page} />
    {shelves === undefined ? (
      <main className="shelv-shelves">
        {shelvesOf(page).map((props) => (
          <Fragment key={props.shelf.id}>{renderShelf(props)}</Fragment>
        ))}
        <AfterShelves page={page} />
      </main>
    ) : (
      <main className="shelv-shelves" dangerouslySetInnerHTML={{ __html: shelves }} />
    )}
  </Wall>
);

export const AfterShelves = ({ page }: { page: PageData }) => (
  <>
    {page.shelves.length === 0 && (
      <Board>
        <BoardNote>{pageWords.noShelves}</BoardNote>
      </Board>
    )}
    {page.leftOut && <LeftOutNote leftOut={page.leftOut} />}
  </>
);

export const shelvesOf = ({ shelves, username }: PageData): ShelfProps[] =>
  shelves.map((shelf, index) => ({ shelf, eager: index === 0, username }));

export const SingleShelf = ({ page, shelf }: { page: PageData; shelf: PageShelf }) => (
  <Wall appearance={{ ...page.appearance, showsCredit: false }}>
    <ObjectSymbols items={bareItems([shelf])} />
    <main className="shelv-shelves">
      <Shelf key={shelf.id} shelf={shelf} eager />
      {page.leftOut && <LeftOutNote leftOut={page.leftOut} />}
    </main>
  </Wall>
);

const bareItems = (shelves: readonly PageShelf[]) => shelves.flatMap(({ items }) => items.filter(isBare));

const LeftOutNote = ({ leftOut }: { leftOut: LeftOut }) => {
  const sentence = leftOutSentence(leftOut);
  return sentence === null ? null : <p className="shelv-more">{sentence}</p>;
};

/**
 * Its attributes select the room; the page's own style has the colours. The credit is beside it in the same
 * room, since an owner's CSS is scoped to the wall.
 */
function Wall({
  children,
  appearance,
  appUrl = "",
  reportUrl = null,
  printed = null,
}: Pick<PublicPageProps, "appUrl" | "reportUrl" | "printed"> & {
  children: ReactNode;
  appearance: Appearance;
}) {
  const theme = appearance.theme === "auto" ? undefined : appearance.theme;
  const { showsCredit, fontFamily, shelfBackground } = appearance;
  return (
    <>
      <div
        className="shelv-look shelv-page"
        data-theme={theme}
        data-background={shelfBackground}
        data-font={fontFamily === "Inter" ? undefined : fontFamily}
      >
        {children}
      </div>
      {(showsCredit || reportUrl !== null) && (
        <footer className="shelv-look shelv-footer" data-theme={theme}>
          {showsCredit && (
            <a className="shelv-credit" href={`${appUrl}/`}>
              {pageWords.credit}
            </a>
          )}
          {reportUrl !== null && (
            <a className="shelv-credit" href={reportUrl} rel="nofollow">
              {pageWords.report}
            </a>
          )}
        </footer>
      )}
      {printed !== null && (
        <aside className="shelv-sheet">
          <svg viewBox={`0 0 ${printed.code.side} ${printed.code.side}`} aria-hidden="true">
            <path d={printed.code.path} stroke="#000" />
          </svg>
          <br />
          {withoutScheme(printed.address)}
        </aside>
      )}
    </>
  );
}

const ProfileHeader = ({ page }: { page: PageData }) => (
  <header className="shelv-who">
    <div className="shelv-frame">
      <Avatar name={nameOnPage(page)} picture={page.picture} />
    </div>
    <h1 className="shelv-name" dir="auto">
      {nameOnPage(page)}
    </h1>
    <p className="shelv-username">@{page.username}</p>
    {page.title !== "" && (
      <p className="shelv-title" dir="auto">
        {page.title}
      </p>
    )}
    {page.bio !== "" && (
      <p className="shelv-bio" dir="auto">
        {page.bio}
      </p>
    )}
    {(page.website !== "" || page.location !== "") && <Facts page={page} />}
    {page.socialLinks.length > 0 && <SocialLinks page={page} />}
    <div className="shelv-edit" hidden>
      <a href="/account">Edit Profile</a>
      <a className="shelv-back" href="/shelves">
        {pageWords.back}
      </a>
    </div>
  </header>
);

const Facts = ({ page: { website, location } }: { page: PageData }) => (
  <div className="shelv-facts">
    {location !== "" && (
      <span className="shelv-location" dir="auto">
        {location}
      </span>
    )}
    {website !== "" && (
      <a className="shelv-website" href={website} target="_blank" rel={OUTWARD}>
        {withoutScheme(website)}
      </a>
    )}
  </div>
);

const SocialLinks = ({ page: { socialLinks } }: { page: PageData }) => (
  <ul className="shelv-socials" role="list" aria-label="Elsewhere">
    {socialLinks.map(({ platform, url, text }) => (
      <li key={platform}>
        {url === null ? (
          <span className="shelv-social shelv-social-name" title={PLATFORMS[platform].name}>
            <SocialIcon platform={platform} label={PLATFORMS[platform].name} />
            <bdi>{text}</bdi>
          </span>
        ) : (
          <a
            className="shelv-social"
            href={url}
            target="_blank"
            rel={`me ${OUTWARD}`}
            aria-label={PLATFORMS[platform].name}
          >
            <SocialIcon platform={platform} />
          </a>
        )}
      </li>
    ))}
  </ul>
);

const OUTWARD = "noopener ugc nofollow";

const withoutScheme = (url: string) => url.replace(/^https?:\/\/(?:www\.)?/i, "").replace(/\/$/, "");
