/** The HTTP server's own Response, which replaces the platform's, lacks `bytes()`. */
export const bytesOf = async (answer: Response): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await answer.arrayBuffer());
