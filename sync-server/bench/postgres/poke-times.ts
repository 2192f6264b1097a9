import { POKE_EVENT } from "@shelv/contract/routes/sync";
import type { BenchServer } from "sync-server/bench/start-bench-server";

const POKES = 300;

/** In ms, from a change at one process until the poke at another one on the same database, one after another. */
export async function pokeTimes(writer: BenchServer, other: BenchServer): Promise<number[]> {
  const owner = await writer.signUp("poked");
  const { id } = (await (await fetch(`${writer.origin}/api/auth/me`, { headers: owner })).json()) as {
    id: string;
  };
  const stream = await fetch(`${other.origin}/api/sync/events?user=${id}`, { headers: owner });
  if (!stream.ok || !stream.body) throw new Error(`The stream answered ${stream.status}`);
  const events = stream.body.pipeThrough(new TextDecoderStream()).getReader();
  await events.read();
  const times: number[] = [];
  for (let nth = 0; nth < POKES; nth += 1) {
    const start = performance.now();
    const written = changeColour(writer.origin, owner, nth);
    for (let text = ""; !text.includes(`event: ${POKE_EVENT}`);) {
      const { value, done } = await events.read();
      if (done) throw new Error("The stream has ended");
      text += value;
    }
    times.push(performance.now() - start);
    await written;
  }
  await events.cancel();
  return times.toSorted((a, b) => a - b);
}

async function changeColour(origin: string, owner: { Cookie: string }, nth: number): Promise<void> {
  const answer = await fetch(`${origin}/api/settings`, {
    method: "PUT",
    headers: { ...owner, "Content-Type": "application/json" },
    body: JSON.stringify({ primaryColor: `#${(nth % 4096).toString(16).padStart(3, "0")}` }),
  });
  if (!answer.ok) throw new Error(`A change was answered ${answer.status}: ${await answer.text()}`);
}
