import { SHELF_DEFAULT_EMOJI, type ShelfRow } from "@shelv/contract/shelf";
import { IconArrowLeft, IconPencil, IconPlus } from "@tabler/icons-react";
import { Link, useNavigate } from "@tanstack/react-router";
import { useMediaQuery } from "@mantine/hooks";
import { itemIdsOfShelf, rowMarks, shelfById } from "#local-store/queries";
import { useLiveQuery } from "#local-store/use-live-query";
import { IconButton } from "#ui/buttons/icon-button.tsx";
import { OverwrittenNotices } from "#domain/conflicts/overwritten-notices.tsx";
import { LinkButton } from "#ui/buttons/link-button.tsx";
import { MainAction, mainActionRoom } from "#ui/buttons/main-action.tsx";
import { useLast } from "#platform/react/use-last";
import { itemsWords } from "#words/screens/items";
import { shelfScreenWords } from "#words/screens/shelves";
import { ItemDialog } from "#domain/items/item-dialog.tsx";
import { useLeaveDialog } from "#navigation/history-stack";
import { NEW_ITEM, useOpenItem } from "#domain/items/open-item";
import { ShelfBoard } from "#domain/shelves/shelf-board.tsx";
import { ShelfDialog } from "#domain/shelves/shelf-dialog.tsx";
import { SyncMark } from "#domain/conflicts/sync-mark.tsx";
import { CategoryDialog } from "#features/shelves/categories/category-dialog.tsx";
import { CategoryList } from "#features/shelves/categories/category-list.tsx";
import { ItemList } from "./item-list";
import { MissingShelf } from "./missing-shelf";
import shelves from "./my-shelv.module.css";
import card from "./shelf-card.module.css";
import styles from "./shelf-editor.module.css";
import { ShelfSkeletons } from "./shelf-skeletons";
import { lazyComponent } from "#ui/loading/lazy-component.tsx";
import preview from "./live-preview.module.css";

const OWN_FORM = "shelf";

/** From the address: `edit` is the shelf's own form. */
type OpenForm = { item?: string; category?: string; edit?: string };

export function ShelfEditor({ shelfId, open }: { shelfId: string; open: OpenForm }) {
  const shelf = useLiveQuery(shelfById, shelfId);
  const ids = useLiveQuery(itemIdsOfShelf, shelfId);
  const opened = useLast(shelf);
  const leave = useLeaveDialog();
  const close = () => leave({ to: "/shelves/$shelfId", params: { shelfId }, search: {} });

  return (
    <>
      {shelf !== null && <BackLink />}
      {shelf === undefined && <ShelfSkeletons />}
      {shelf === null && (
        <MissingShelf shelfId={shelfId}>
          <BackLink />
        </MissingShelf>
      )}
      <OverwrittenNotices
        isShown={({ row }) => row?.id === shelfId || (row && "shelfId" in row && row.shelfId === shelfId)}
      />
      {shelf && <Bench shelf={shelf} ids={ids} />}
      <ShelfDialog
        isOpen={open.edit === OWN_FORM && opened !== undefined}
        shelf={opened ?? null}
        onClose={close}
      />
      <CategoryDialog shelfId={shelfId} openId={open.category} onClose={close} />
      <ItemDialog shelfId={shelfId} itemId={open.item} onClose={close} />
    </>
  );
}

type BenchProps = { shelf: ShelfRow; ids: readonly string[] | undefined };

function Bench({ shelf, ids }: BenchProps) {
  const marks = useLiveQuery(rowMarks);
  const openItem = useOpenItem();
  const navigate = useNavigate();
  const openOwnForm = () => void navigate({ to: ".", search: { edit: OWN_FORM }, resetScroll: false });
  return (
    <div className={styles["bench"]}>
      <LivePreview shelfId={shelf.id} />
      <div className={styles["work"]}>
        <section className={card["card"]} aria-label={shelf.name}>
          <header className={styles["header"]}>
            <div className={styles["words"]}>
              <h2 className={styles["name"]} dir="auto">
                <span aria-hidden="true" className={card["emoji"]}>
                  {shelf.emoji || SHELF_DEFAULT_EMOJI}
                </span>
                {shelf.name}
                <SyncMark mark={marks?.get(shelf.id)} />
              </h2>
              {shelf.description !== "" && (
                <p className={card["description"]} dir="auto">
                  {shelf.description}
                </p>
              )}
            </div>
            <IconButton data-tinted aria-label={shelfScreenWords.edit} onClick={openOwnForm}>
              <IconPencil size={21} />
            </IconButton>
          </header>
          <div className={styles["board"]}>
            <ShelfBoard shelfId={shelf.id} />
          </div>
        </section>

        <CategoryList shelf={shelf} marks={marks} />

        <section className={`${styles["items"]} ${mainActionRoom}`} aria-labelledby="items-heading">
          <div className={shelves["top"]}>
            <h2 id="items-heading" className={styles["heading"]}>
              {itemsWords.heading}
            </h2>
            <MainAction>
              <LinkButton
                to="/shelves/$shelfId"
                params={{ shelfId: shelf.id }}
                search={{ item: NEW_ITEM }}
                resetScroll={false}
                onClick={(event) => openItem(event, NEW_ITEM)}
                leftSection={<IconPlus size={20} />}
              >
                {itemsWords.add}
              </LinkButton>
            </MainAction>
          </div>
          {ids && <ItemList shelf={shelf} ids={ids} marks={marks ?? new Map()} />}
        </section>
      </div>
    </div>
  );
}

const BackLink = () => (
  <Link to="/shelves" className={styles["back"]}>
    <IconArrowLeft size={18} aria-hidden="true" />
    {shelfScreenWords.back}
  </Link>
);

const PreviewedShelf = lazyComponent(async () => (await import("./previewed-shelf")).PreviewedShelf, {
  afterMs: 0,
});

/** Only if there is room beside the editor. */
function LivePreview({ shelfId }: { shelfId: string }) {
  const hasRoom = useMediaQuery("(min-width: 75em)", undefined, { getInitialValueInEffect: false });
  if (!hasRoom) return null;
  return (
    <section className={preview["preview"]} aria-labelledby="preview-heading">
      <h2 id="preview-heading" className={preview["heading"]}>
        {shelfScreenWords.livePreview}
      </h2>
      <div className={preview["place"]}>
        <PreviewedShelf shelfId={shelfId} />
      </div>
    </section>
  );
}
