import { Dexie } from "dexie";
import { IDBFactory, IDBKeyRange } from "fake-indexeddb";

Object.assign(Dexie.dependencies, { indexedDB: new IDBFactory(), IDBKeyRange });
