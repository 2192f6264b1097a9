/**
 * `judge.mjs CHROMIUM ADDRESS` runs Lighthouse on one page as a phone, and prints the four scores and the LCP
 * as JSON.
 */
import { launch } from "chrome-launcher";
import lighthouse from "lighthouse";

const [chromePath, address] = process.argv.slice(2);
const chrome = await launch({ chromePath, chromeFlags: ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"] });
try {
  const { lhr } = await lighthouse(address, { port: chrome.port, output: "json", logLevel: "error" });
  const scores = Object.fromEntries(Object.values(lhr.categories).map(({ id, score }) => [id, Math.round(score * 100)]));
  const failed = Object.values(lhr.audits).filter(({ score }) => score !== null && score < 0.9).map(({ id }) => id);
  console.log(JSON.stringify({ scores, failed, lcpMs: lhr.audits["largest-contentful-paint"].numericValue }));
} finally {
  chrome.kill();
}
