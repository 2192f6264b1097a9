export function download(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  Object.assign(document.createElement("a"), { href: url, download: name }).click();
  // The browser has read the URL by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
