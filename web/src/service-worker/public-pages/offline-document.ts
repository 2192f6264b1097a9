import { SERVER_PATHS } from "@shelv/contract/paths";
import { strangerDocument } from "@shelv/public-page/stranger-page";
import { STRANGER_CSS } from "@shelv/public-page/styles/stranger-style";

/** Where neither network nor device has the page: links to the saved ones. */
export function offlineDocument(savedNames: readonly string[]): Response {
  // Names have only letters, digits, "_" and "-".
  const saved = savedNames
    .map((name) => `<li><a class="button button-quiet" href="/${name}">@${name}</a></li>`)
    .join("");
  const page = strangerDocument({
    heading: "You're offline.",
    title: "You're offline",
    text: "This page isn't saved on this device. It opens as soon as you're online.",
    sign: "offline",
    ways:
      saved === ""
        ? "<p>No pages are saved on this device yet.</p>"
        : `<p>Saved on this device:</p><ul class="ways">${saved}</ul>`,
    css: STRANGER_CSS,
    script: SCRIPT,
  });
  return new Response(page, {
    // With this status the document is not taken for the page.
    status: 503,
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": POLICY,
      "Cache-Control": "no-store",
    },
  });
}

/**
 * Opens the page as soon as the server answers, which the script polls with backoff (browsers report a dead
 * network as online), and at once on "online" or when the tab is visible again. It waits longer after a
 * reload that failed although the server answered.
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

/** The hash is of `SCRIPT`. */
const POLICY =
  "default-src 'none'; script-src 'sha256-Vy/H8+2L8U65HXv0k9Ptw+50VqbVHgcrmUL3CkgzZAk='; connect-src 'self'; img-src 'self'; font-src 'self'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
