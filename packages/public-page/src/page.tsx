import { PRODUCT } from "@shelv/contract/product";
import type { ReactNode } from "react";
import { Avatar } from "./avatar.tsx";
import { Board, BoardNote } from "./board.tsx";
import { nameOnPage, type PageData } from "./page-data.ts";
import { Shelf } from "./shelf.tsx";

/** An owner's whole page, complete without script. */
export const PublicPage = ({ page }: { page: PageData }) => (
  <Wall showsCredit={page.appearance.showsCredit}>
    <PageHeader page={page} />
    <main className="shelv-shelves">
      {page.shelves.map((shelf, index) => <Shelf key={shelf.id} shelf={shelf} eager={index === 0} />)}
      {page.shelves.length === 0 && <Board><BoardNote>This user hasn't created any shelves yet.</BoardNote></Board>}
    </main>
  </Wall>
);

/** What stands at the address of a page that is not there. */
export const UserNotFound = () => (
  <Wall>
    <main className="shelv-shelves">
      <div className="shelv-who">
        <h1 className="shelv-name">User Not Found</h1>
        <p className="shelv-bio">The user you're looking for doesn't exist or has been removed.</p>
      </div>
      <Board><div className="shelv-row shelv-bare" /></Board>
    </main>
  </Wall>
);

const PageHeader = ({ page }: { page: PageData }) => (
  <header className="shelv-who">
    <div className="shelv-frame"><Avatar name={nameOnPage(page)} picture={page.picture} /></div>
    <h1 className="shelv-name" dir="auto">{nameOnPage(page)}</h1>
    <p className="shelv-username">@{page.username}</p>
    {page.title !== "" && <p className="shelv-title" dir="auto">{page.title}</p>}
    {page.bio !== "" && <p className="shelv-bio" dir="auto">{page.bio}</p>}
  </header>
);

const Wall = ({ children, showsCredit = true }: { children: ReactNode; showsCredit?: boolean }) => (
  <div className="shelv-look shelv-page">
    {children}
    {showsCredit && <footer className="shelv-footer"><a className="shelv-credit" href="/">made with {PRODUCT}</a></footer>}
  </div>
);
