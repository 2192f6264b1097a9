import { type BenchServer, postJson } from "./start-bench-server.ts";

const SHELVES = ["Books I give away", "Kitchen", "Where to find me"];
const ITEMS_ON_EACH = 12;

export async function furnishPage({ origin }: BenchServer, headers: { Cookie: string }): Promise<void> {
  for (const name of SHELVES) {
    const { id } = (await (
      await postJson(
        `${origin}/api/shelves`,
        { name, description: "What I would buy again", emoji: "📚" },
        headers,
      )
    ).json()) as { id: string };
    for (let item = 0; item < ITEMS_ON_EACH; item += 1)
      await addItem(`${origin}/api/shelves/${id}/items`, headers, `${name}, number ${item}`);
  }
}

async function addItem(url: string, headers: { Cookie: string }, title: string): Promise<void> {
  const body = new FormData();
  for (const [field, value] of Object.entries({
    title,
    url: "https://example.org/a/thing",
    description: "One line about why it stands here",
    price: "$19",
  })) {
    body.set(field, value);
  }
  const answer = await fetch(url, { method: "POST", headers, body });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
}
