import { startBenchServer } from "./start-bench-server.ts";
import { furnishPage } from "./furnish-page.ts";
import { askForMs } from "./requests-per-second.ts";
const server = await startBenchServer();
const owner = await server.signUp("page-owner");
await furnishPage(server, owner);
const url = `${server.origin}/page-owner`;
const every = Number(process.argv[2] ?? 100), ms = Number(process.argv[3] ?? 3000);
let asked = 0, changes = 0;
const mix = async () => { changes = 0; const { answered, perSecond } = await askForMs(ms, { url, connections: 20, next: () => {
  asked += 1;
  if (asked % (every + 1) !== 0) return { url, headers: { "Accept-Encoding": "gzip, deflate, br" } };
  changes++;
  return { url: `${server.origin}/api/settings`, method: "PUT", headers: { ...owner, "Content-Type": "application/json" }, body: JSON.stringify({ primaryColor: `#${(asked % 4096).toString(16).padStart(3, "0")}` }) };
} }); return { answered, perSecond: Math.round(perSecond), changes }; };
await mix();
for (let i = 0; i < 3; i++) console.log(await mix());
await server.stop();
