/** An answer's bytes. The HTTP server's own Response, which takes the place of the platform's once it is imported, lacks `bytes()`. */
export const bytesOf = async (answer: Response): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await answer.arrayBuffer());
