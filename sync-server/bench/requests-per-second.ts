import autocannon from "autocannon";

const CONNECTIONS = 20;
const ROUND_SECONDS = 2;

/** How many requests a second are answered, all of them with a success, over connections that stay open. */
export async function requestsPerSecond(request: { url: string; headers?: Record<string, string>; method?: "GET" | "POST"; body?: string }): Promise<number> {
  const { requests, duration, non2xx, errors, timeouts } = await autocannon({ connections: CONNECTIONS, duration: ROUND_SECONDS, ...request });
  if (non2xx + errors + timeouts > 0) throw new Error(`${request.url}: ${non2xx} refused, ${errors} failed, ${timeouts} not answered`);
  return requests.total / duration;
}
