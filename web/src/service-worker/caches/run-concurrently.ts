/** A few at a time; continues after errors. */
export async function runConcurrently<T>(
  all: readonly T[],
  concurrency: number,
  act: (one: T) => Promise<unknown>,
): Promise<void> {
  const left = all.toReversed();
  const next = async (): Promise<void> => {
    for (let one = left.pop(); one !== undefined; one = left.pop()) await act(one).catch(() => undefined);
  };
  await Promise.all(Array.from({ length: concurrency }, next));
}
