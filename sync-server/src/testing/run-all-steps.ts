export async function runAllSteps(steps: AsyncIterable<unknown>): Promise<number> {
  let count = 0;
  for await (const _ of steps) count += 1;
  return count;
}
