/**
 * Asks V8 to collect garbage before it asks the system for more memory. Left alone on a machine with memory to spare, it lets
 * what a busy hour leaves behind grow to three times what is in use; this way the server stays under 200 MB, for about a
 * fifth of the events it could count in a second. To be imported before anything else.
 */
import { setFlagsFromString } from "node:v8";

setFlagsFromString("--optimize-for-size");
