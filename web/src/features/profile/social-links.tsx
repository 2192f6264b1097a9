import {
  PLATFORMS,
  SOCIAL_PLATFORMS,
  type SocialLinkRow as Row,
  type SocialPlatform,
} from "@shelv/contract/rows/social-link";
import { positionAtEnd, positionsAt } from "@shelv/mutators/placing";
import { SocialIcon } from "@shelv/public-page/social-icon.tsx";
import { IconPlus } from "@tabler/icons-react";
import { useState, useCallback, useMemo } from "react";
import { useOwner } from "#session/owner-context.tsx";
import { useUndoable } from "#session/use-undoable";
import { focusNeighbour } from "#ui/dialogs/focus-neighbour";
import { SortableList } from "#ui/sortable/sortable-list.tsx";
import { showError } from "#ui/feedback/toast";
import { errorWords } from "#words/errors";
import { failedWords } from "#words/failed";
import { profileWords } from "#words/screens/profile";
import { undoWords } from "#words/undo";
import { SocialLinkRow } from "./social-link-row";
import styles from "./social-links.module.css";
import { withRetainedLinks } from "./retained-links";

const words = profileWords.social;
const nameOf = ({ id }: Row) => PLATFORMS[id].name;

export function SocialLinks({ links: stored }: { links: readonly Row[] }) {
  const { shown: links, retain, release } = useEditedLinks(stored);
  const { add, move, remove } = useLinkActions();
  const [added, setAdded] = useState<SocialPlatform | null>(null);
  const missing = SOCIAL_PLATFORMS.filter((platform) => !links.some(({ id }) => id === platform));
  return (
    <section className={styles["card"]} aria-labelledby="social-heading">
      <h2 id="social-heading" className={styles["heading"]}>
        {words.heading}
      </h2>
      <p className={styles["lead"]}>{links.length === 0 ? words.empty : words.lead}</p>
      {links.length > 0 && (
        <SortableList
          rows={links}
          label={words.list}
          nameOf={nameOf}
          handleLabel={words.drag}
          onMove={(id, place) => move(links, id, place)}
        >
          {(link, handle) => (
            <SocialLinkRow
              link={link}
              isStored={stored.some(({ id }) => id === link.id)}
              handle={handle}
              takesFocus={link.id === added}
              retain={retain}
              release={release}
              onRemove={() => void remove(link, release)}
            />
          )}
        </SortableList>
      )}
      {missing.length > 0 && (
        <fieldset className={styles["add"]}>
          <legend className="visually-hidden">{words.add}</legend>
          {missing.map((platform) => (
            <button
              key={platform}
              type="button"
              className={styles["platform"]}
              aria-label={words.addOne(PLATFORMS[platform].name)}
              onClick={() => {
                setAdded(platform);
                void add(links, platform);
              }}
            >
              <SocialIcon platform={platform} />
              <span aria-hidden="true">{PLATFORMS[platform].name}</span>
              <IconPlus size={16} aria-hidden="true" />
            </button>
          ))}
        </fieldset>
      )}
    </section>
  );
}

function useLinkActions() {
  const owner = useOwner();
  const change = useUndoable();
  const reported = async (failed: (message: string) => string, act: () => Promise<unknown>) => {
    try {
      await act();
      return true;
    } catch (error) {
      showError(failed(errorWords(error)));
      return false;
    }
  };
  return {
    add: (links: readonly Row[], id: SocialPlatform) =>
      reported(failedWords["social-link.set"], () =>
        owner.mutate({ name: "social-link.set", args: { id, value: "", position: positionAtEnd(links) } }),
      ),
    move: (links: readonly Row[], id: string, place: number) =>
      reported(failedWords["social-link.move"], () => {
        const moves = positionsAt(links, id, place) as { id: SocialPlatform; position: string }[];
        return change(
          moves.map((args) => ({ name: "social-link.move", args })),
          undoWords.moved(PLATFORMS[id as SocialPlatform].name),
        );
      }),
    remove: async (link: Row, release: (link: Row) => void) => {
      const { id } = link;
      const neighbour = focusNeighbour();
      if (
        !(await reported(failedWords["social-link.delete"], () =>
          change({ name: "social-link.delete", args: { id } }, words.removed(PLATFORMS[id].name)),
        ))
      )
        return;
      release(link);
      neighbour.focus();
    },
  };
}

type Kept = ReadonlyMap<SocialPlatform, Row>;

function useEditedLinks(links: readonly Row[]) {
  const [kept, setKept] = useState<Kept>(new Map());
  const retain = useCallback(
    (link: Row) =>
      setKept((before) => (before.get(link.id) === link ? before : new Map(before).set(link.id, link))),
    [],
  );
  const release = useCallback(
    ({ id }: Row) =>
      setKept((before) =>
        before.has(id) ? new Map([...before].filter(([platform]) => platform !== id)) : before,
      ),
    [],
  );
  // The same array while nothing changes: a dropped order stays until a new one arrives.
  const shown = useMemo(() => withRetainedLinks(links, [...kept.values()]), [links, kept]);
  return { shown, retain, release };
}
