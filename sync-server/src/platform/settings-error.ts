/** A setting that stops the start. The message is a sentence for the operator. */
export class SettingsError extends Error {
  override readonly name = "SettingsError";
}
