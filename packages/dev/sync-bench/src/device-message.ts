/** Of an engine's server; the headers authenticate a device. */
export type Place = { origin: string; headers: Record<string, string>; userId: string };

/** To a device in its own process. */
export type DeviceOrder =
  /** Offline, with an empty store that knows the account. */
  | { do: "open"; place: Place }
  /** The first `count` offline changes. */
  | { do: "make"; count: number }
  | { do: "go-online" }
  /** Until the result of `count` changes is in the store. */
  | { do: "await-all"; count: number }
  /** Until the item has that title in the store. */
  | { do: "await-title"; id: string; title: string }
  /** One change online; answers when it started. */
  | { do: "edit"; id: string; was: string; title: string };

export type DeviceMessage = { number: number; order: DeviceOrder };

/** `atMs`: by the clock that all processes share. */
export type DeviceAnswer = { number: number; atMs: number; error: string | null };
