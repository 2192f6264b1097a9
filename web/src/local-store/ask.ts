import { firstScreen } from "#boot/first-screen";
import { Answer, type Query } from "./query-cache";
import { asBefore } from "./structural-sharing";
import { isEarly } from "#local-store/boot/boot-query";
import type { ReadableStore } from "./readable-store";
import type { StoreHandle } from "#local-store/boot/store-handle";

export function answerTo<A extends readonly unknown[], T>(
  store: StoreHandle,
  query: Query<A, T>,
  args: A,
): Answer<T> {
  const ofQuery = inMap(store.answers, query, () => new Map()) as Map<string, Answer<T>>;
  const key = JSON.stringify(args);
  return inMap(
    ofQuery,
    key,
    () =>
      new Answer<T>(
        (answer) => follow(store, query, args, answer),
        (answer) => {
          if (ofQuery.get(key) === answer) ofQuery.delete(key);
        },
      ),
  );
}

/** What has an answer can wait for the first screen: the store's code is much of what a slow phone reads at a start. */
function follow<A extends readonly unknown[], T>(
  store: StoreHandle,
  query: Query<A, T>,
  args: A,
  answer: Answer<T>,
): () => void {
  let isOver = false;
  let stop = () => {};
  const start = async () => {
    if (answer.last === null && isEarly(query)) await answerEarly(store, (of) => query(of, ...args), answer);
    if (answer.last !== null) await firstScreen;
    const loaded = await store.loaded();
    if (isOver) return;
    stop = loaded.watch((of) => query(of, ...args), {
      next: (value) =>
        answer.tell({
          value: answer.last && "value" in answer.last ? asBefore(answer.last.value, value) : value,
        }),
      error: (error) => answer.tell({ error }),
      hasAnswered: answer.last !== null,
    });
  };
  void start();
  return () => {
    isOver = true;
    stop();
  };
}

/** What cannot be read is the store's to answer, or to report. */
async function answerEarly<T>(
  store: StoreHandle,
  query: (store: ReadableStore) => Promise<T>,
  answer: Answer<T>,
): Promise<void> {
  try {
    const early = await store.early();
    if (early === null) return;
    const value = await query(early);
    if (answer.last === null) answer.tell({ value });
  } catch {
    // Asked again, of the store itself.
  }
}

/** For the screen that is about to come. Resolves when the store has answered. */
export function askAhead<A extends readonly unknown[], T>(
  store: StoreHandle,
  query: Query<A, T>,
  ...args: A
): Promise<void> {
  const answer = answerTo(store, query, args);
  answer.ahead();
  return answer.answered;
}

function inMap<K, V>(
  map: { get(key: K): V | undefined; set(key: K, value: V): unknown },
  key: K,
  make: () => V,
): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}
