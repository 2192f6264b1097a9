import { TEMPLATE_PRESETS } from "@shelv/contract/rows/appearance";
import { ItemFace } from "@shelv/public-page/item-face.tsx";
import { SocialIcon } from "@shelv/public-page/social-icon.tsx";
import { PagePicture } from "#domain/page-preview/page-picture.tsx";
import { OwnAvatar } from "#domain/pictures/own-avatar.tsx";
import { EVERY_DAY } from "#domain/sample-shelf/sample-objects";
import { OwnItemFace } from "#domain/items/own-item-face.tsx";
import { selectedStarters } from "#features/onboarding/setup-changes";
import type { SetupAnswers } from "#features/onboarding/stored-answers";
import { SUITED_TEMPLATES, SUITED_THINGS } from "#features/onboarding/suited-templates";
import {
  appearanceOf,
  firstItemsOfShelf,
  profileOf,
  savedGoal,
  savedTemplate,
  shelvesInOrder,
  socialLinksInOrder,
} from "#local-store/queries";
import type { ReadableStore } from "#local-store/readable-store";
import { useLiveQuery } from "#local-store/use-live-query";
import { useOwner } from "#session/owner-context.tsx";
import { onboardingWords } from "#words/screens/onboarding";
import styles from "./own-page.module.css";

const THINGS = 3;

export function OwnPage({ answers }: { answers: SetupAnswers }) {
  const { username } = useOwner().account;
  const stored = useLiveQuery(storedPage);
  if (!stored) return null;
  const { profile, shelf, items } = stored;
  const goal = answers.goal ?? stored.goal ?? undefined;
  const template =
    answers.template ?? (stored.template === null && goal !== undefined ? SUITED_TEMPLATES[goal] : undefined);
  const look = template === undefined ? stored.appearance : TEMPLATE_PRESETS[template];
  const name = profile.displayName || username;
  const title = answers.title ?? profile.title;
  const bio = answers.bio ?? profile.bio;
  const platforms = answers.platforms ?? stored.platforms;
  const things = goal === undefined ? EVERY_DAY : SUITED_THINGS[goal];
  const board = shelf ?? starterOf({ ...answers, goal });
  return (
    <PagePicture
      look={look}
      size="large"
      who={
        <span className={styles["who"]}>
          <span className={styles["frame"]}>
            <OwnAvatar name={name} picture={answers.picture ?? profile.picture} sidePx={88} />
          </span>
          <b className={styles["name"]} dir="auto">
            {name}
          </b>
          <span className={styles["username"]}>@{username}</span>
          {title !== "" && (
            <span className={styles["title"]} dir="auto">
              {title}
            </span>
          )}
          {bio !== "" && (
            <span className={styles["bio"]} dir="auto">
              {bio}
            </span>
          )}
          {platforms.length > 0 && (
            <span className={styles["platforms"]}>
              {platforms.map((platform) => (
                <SocialIcon key={platform} platform={platform} />
              ))}
            </span>
          )}
        </span>
      }
      shelfName={
        board && (
          <b className={styles["shelfName"]} dir="auto">
            {board.emoji} {board.name}
          </b>
        )
      }
      faces={
        items.length > 0
          ? items.map((item) => <OwnItemFace key={item.id} item={item} />)
          : things.slice(0, THINGS).map((item) => <ItemFace key={item.id} item={item} />)
      }
    />
  );
}

async function storedPage(store: ReadableStore) {
  const [shelf] = await shelvesInOrder(store);
  return {
    profile: await profileOf(store),
    appearance: await appearanceOf(store),
    template: await savedTemplate(store),
    goal: await savedGoal(store),
    platforms: (await socialLinksInOrder(store)).map(({ id }) => id),
    shelf,
    items: shelf ? await firstItemsOfShelf(store, shelf.id, THINGS) : [],
  };
}

function starterOf(answers: SetupAnswers) {
  const [first] = selectedStarters(answers);
  return answers.goal && onboardingWords.goal.starters[answers.goal].find(({ name }) => name === first);
}
