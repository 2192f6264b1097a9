/** The address of an engine's server, and the headers that authenticate a device there. */
export type Place = { origin: string; headers: Record<string, string>; userId: string };

/** Requests from the bench to a device, which is a separate process. */
export type DeviceOrder =
  /** Starts offline with an empty store that knows the account. */
  | { do: "open"; place: Place }
  /** Makes the first `count` offline changes. */
  | { do: "make"; count: number }
  /** Starts to sync. */
  | { do: "go-online" }
  /** Answers when the result of `count` changes is in the device's store. */
  | { do: "await-all"; count: number }
  /** Answers when that item has that title in the device's store. */
  | { do: "await-title"; id: string; title: string }
  /** Makes one change online, and answers with the time it started. */
  | { do: "edit"; id: string; was: string; title: string };

export type DeviceMessage = { number: number; order: DeviceOrder };

/** `atMs` is the time of the event in the clock that all processes of the machine share. */
export type DeviceAnswer = { number: number; atMs: number; error: string | null };
