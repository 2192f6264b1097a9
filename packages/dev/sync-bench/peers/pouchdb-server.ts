/** express-pouchdb with the parts that replication needs, on LevelDB. */
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import express from "express";
import expressPouchDB from "express-pouchdb";
import PouchDB from "pouchdb";

const OnDisk = PouchDB.defaults({ prefix: join(process.argv[2] ?? ".", "/") });
const app = express();
app.use("/", expressPouchDB(OnDisk, { mode: "minimumForPouchDB" }));
const server = app.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
process.on("SIGTERM", () => process.exit());
