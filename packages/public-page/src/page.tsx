import type { Appearance } from "@shelv/contract/appearance";
import { type LeftOut, leftOutSentence } from "@shelv/contract/page-limits";
import { Fragment, type ReactNode } from "react";
import { Board, BoardNote } from "./board.tsx";
import type { PageData, PageShelf } from "./page-data.ts";
import { pageWords } from "./page-words.ts";
import { Shelf, type ShelfProps } from "./shelf.tsx";
import { Who } from "./who.tsx";

type PublicPageProps = {
  page: PageData;
  /** Where the app is, for who may stand on a host of the page's own. */
  appUrl?: string;
  /** Where visitors report this page to the operator; null where the operator has named no place. */
  reportUrl?: string | null;
  /** How a shelf is drawn, for who has drawn it before. */
  drawShelf?: (props: ShelfProps) => ReactNode;
};

/** An owner's whole page, complete without script. */
export const PublicPage = ({
  page,
  appUrl = "",
  reportUrl = null,
  drawShelf = (props) => <Shelf {...props} />,
}: PublicPageProps) => (
  <Wall appearance={page.appearance} appUrl={appUrl} reportUrl={reportUrl}>
    <Who page={page} />
    <main className="shelv-shelves">
      {shelvesOf(page).map((props) => (
        <Fragment key={props.shelf.id}>{drawShelf(props)}</Fragment>
      ))}
      {page.shelves.length === 0 && (
        <Board>
          <BoardNote>{pageWords.noShelves}</BoardNote>
        </Board>
      )}
      {page.leftOut && <LeftOutNote leftOut={page.leftOut} />}
    </main>
  </Wall>
);

/** A page's shelves as they are drawn. */
export const shelvesOf = ({ shelves, username }: PageData): ShelfProps[] =>
  shelves.map((shelf, index) => ({ shelf, eager: index === 0, username }));

/** One shelf of a page as visitors see it, in the page's own room. */
export const SingleShelf = ({ page, shelf }: { page: PageData; shelf: PageShelf }) => (
  <Wall appearance={{ ...page.appearance, showsCredit: false }}>
    <main className="shelv-shelves">
      <Shelf shelf={shelf} eager />
      {page.leftOut && <LeftOutNote leftOut={page.leftOut} />}
    </main>
  </Wall>
);

const LeftOutNote = ({ leftOut }: { leftOut: LeftOut }) => {
  const sentence = leftOutSentence(leftOut);
  return sentence === null ? null : <p className="shelv-more">{sentence}</p>;
};

/** What stands at the address of a page that is not there. */
export const UserNotFound = () => <EmptyWall title={pageWords.notFound} text={pageWords.notFoundText} />;

/** What visitors see of a page that the operator has suspended: neither whose it is nor why. */
export const PageSuspended = () => <EmptyWall title={pageWords.suspended} text={pageWords.suspendedText} />;

const EmptyWall = ({ title, text }: { title: string; text: string }) => (
  <Wall>
    <main className="shelv-shelves">
      <div className="shelv-who">
        <h1 className="shelv-name">{title}</h1>
        <p className="shelv-bio">{text}</p>
      </div>
      <Board>
        <div className="shelv-row shelv-bare" />
      </Board>
    </main>
  </Wall>
);

/**
 * The wall that everything hangs on. Its attributes say which room it is; the colours come with the page's own style. The credit stands beside it, in
 * the same room: an owner's CSS is held to the wall.
 */
function Wall({
  children,
  appearance,
  appUrl = "",
  reportUrl = null,
}: {
  children: ReactNode;
  appearance?: Appearance;
  appUrl?: string;
  reportUrl?: string | null;
}) {
  const theme = appearance === undefined || appearance.theme === "auto" ? undefined : appearance.theme;
  const showsCredit = appearance?.showsCredit !== false;
  return (
    <>
      <div
        className="shelv-look shelv-page"
        data-theme={theme}
        data-background={appearance?.shelfBackground}
        data-font={
          appearance === undefined || appearance.fontFamily === "Inter" ? undefined : appearance.fontFamily
        }
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
    </>
  );
}
