import { SERVER_PATHS } from "@shelv/contract/paths";

/** Neither network nor device has the page: links to the saved ones, until the network is back. */
export function offlineDocument(savedNames: readonly string[]): Response {
  // Only letters, digits, "_" and "-": they come from addresses.
  const saved = savedNames.map((name) => `<li><a href="/${name}">@${name}</a></li>`).join("");
  const list =
    saved === ""
      ? "<p>No pages are saved on this device yet.</p>"
      : `<p>Saved on this device:</p><ul>${saved}</ul>`;
  return new Response(DOCUMENT.replace("LIST", list), {
    // So that it is not taken for the page.
    status: 503,
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": POLICY,
      "Cache-Control": "no-store",
    },
  });
}

/**
 * Opens the page as soon as the server answers. Browsers report a dead network as online, so the script asks
 * the server, with growing pauses, and at once on "online" or when the tab is visible again. After a reload
 * that failed although the server answered, it waits longer.
 */
export const SCRIPT = `let wait=performance.getEntriesByType("navigation")[0]?.type==="reload"?12e3:3e3,timer,asking;
const ask=async()=>{
if(asking)return;
asking=true;
clearTimeout(timer);
try{if(!(await fetch("${SERVER_PATHS.health}",{cache:"no-store",signal:AbortSignal.timeout(1e4)})).ok)throw 0;location.reload()}
catch{timer=setTimeout(ask,wait);wait=Math.min(2*wait,6e4)}
asking=false};
addEventListener("online",ask);
document.addEventListener("visibilitychange",()=>{if(!document.hidden)ask()});
timer=setTimeout(ask,wait)`;

/** Has the hash of `SCRIPT`. */
const POLICY =
  "default-src 'none'; script-src 'sha256-Vy/H8+2L8U65HXv0k9Ptw+50VqbVHgcrmUL3CkgzZAk='; connect-src 'self'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Wall and board colours: packages/public-page/src/styles/look/look.css. */
const DOCUMENT = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>You're offline</title>
<style>
:root{color-scheme:light dark;--wall:#f8f0e3;--ink:#3a2818;--soft:#6b5038;--lip:#fff0d2;--front:#d09d62;--low:#a36c38}
@media(prefers-color-scheme:dark){:root{--wall:#2a211b;--ink:#f7ead8;--soft:#cdb499;--lip:#eebd83;--front:#845a35;--low:#4a2f19}}
body{margin:0;padding:18vh 24px 40px;background:var(--wall);color:var(--ink);font:1rem/1.5 system-ui,sans-serif;text-align:center}
h1{margin:0;font-size:1.625rem;line-height:1.2}p{color:var(--soft)}
hr{max-width:360px;height:24px;margin:28px auto;border:0;border-radius:2px 2px 4px 4px;background:linear-gradient(var(--lip) 2px,var(--front) 3px,var(--low));box-shadow:0 14px 18px -6px rgb(0 0 0/35%)}
ul{display:flex;flex-wrap:wrap;justify-content:center;gap:8px;margin:0;padding:0;list-style:none}a{display:block;padding:0 18px;border:1.5px solid var(--front);border-radius:23px;color:inherit;font-weight:600;line-height:43px;text-decoration:none}a:hover{text-decoration:underline}
</style></head><body><main><h1>You're offline.</h1><p>This page isn't saved on this device. It opens as soon as you're online.</p><hr>LIST</main><script>${SCRIPT}</script></body></html>`;
