import { LinkButton } from "#ui/buttons/link-button.tsx";
import { ItemUrl } from "#domain/items/item-url.tsx";
import { Thumbnail } from "#domain/items/thumbnail.tsx";
import { itemsById } from "#local-store/queries";
import { useLiveQuery } from "#local-store/use-live-query";
import { statsWords } from "#words/screens/stats";
import styles from "./item-head.module.css";

const words = statsWords.item;

export function ItemHead({ itemId }: { itemId: string }) {
  const items = useLiveQuery(itemsById, [itemId]);
  const item = items?.[0];
  if (!items) return <div className={styles["head"]} />;
  if (!item)
    return (
      <div className={styles["head"]}>
        <h2 className={styles["title"]}>{words.gone}</h2>
      </div>
    );
  return (
    <div className={styles["head"]}>
      <Thumbnail item={item} />
      <div className={styles["words"]}>
        <h2 className={styles["title"]} dir="auto">
          {item.title}
        </h2>
        <ItemUrl item={item} className={styles["url"]} />
      </div>
      <LinkButton to="/items" search={{ item: itemId }} variant="subtle">
        {words.edit}
      </LinkButton>
    </div>
  );
}
