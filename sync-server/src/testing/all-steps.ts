/** Runs a job to its end, without a rest. Answers how many steps it took. */
export async function allSteps(steps: AsyncIterable<unknown>): Promise<number> {
  let count = 0;
  for await (const _ of steps) count += 1;
  return count;
}
