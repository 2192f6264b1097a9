/** Twenty at a time. Each must be a success. */
export async function visitAll(urls: readonly string[], headers: Record<string, string>): Promise<void> {
  const waiting = [...urls];
  const visitNext = async (): Promise<void> => {
    for (let url = waiting.pop(); url !== undefined; url = waiting.pop()) {
      const answer = await fetch(url, { headers });
      if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
      await answer.arrayBuffer();
    }
  };
  await Promise.all(Array.from({ length: 20 }, visitNext));
}
