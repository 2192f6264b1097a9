/** Imported for its effect: without an IndexedDB among its dependencies, Dexie runs no live query. */
import { Dexie } from "dexie";
import { IDBFactory, IDBKeyRange } from "fake-indexeddb";

Object.assign(Dexie.dependencies, { indexedDB: new IDBFactory(), IDBKeyRange });
