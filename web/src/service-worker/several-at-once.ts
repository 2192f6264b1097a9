/** Does this for each, a few at a time, and goes on where one fails. */
export async function severalAtOnce<T>(
  all: readonly T[],
  atOnce: number,
  act: (one: T) => Promise<unknown>,
): Promise<void> {
  const left = all.toReversed();
  const next = async (): Promise<void> => {
    for (let one = left.pop(); one !== undefined; one = left.pop()) await act(one).catch(() => undefined);
  };
  await Promise.all(Array.from({ length: atOnce }, next));
}
