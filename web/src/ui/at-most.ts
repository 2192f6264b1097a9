/** Resolves when what is awaited is there or has failed, and in any case after so long. */
export function atMost(ms: number, awaited: Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    const end = () => {
      clearTimeout(timer);
      resolve();
    };
    awaited.then(end, end);
  });
}
