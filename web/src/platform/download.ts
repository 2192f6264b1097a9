/** Starts a browser download of a file. */
export function download(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  Object.assign(document.createElement("a"), { href: url, download: name }).click();
  // By then the browser has read the URL.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
