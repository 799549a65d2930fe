/** Failures and how they were cured, as people and models do it. Written by hand; the outputs are the programs' own. */
import type { TestSession } from "../../records/test-session.ts";

export interface Story {
  name: string;
  /** The failure; it comes up first in this session and again in the next one. */
  fails: readonly [command: string, output: string, code?: number];
  /** From the failure to the good run. */
  cured: (session: TestSession) => void;
  /** What the offer must say. Absent: nothing may be offered. */
  offers?: RegExp;
}

/** Outputs that several stories share. */
export const TS_ERROR = "a.ts(3,7): error TS2322: Type 'string' is not assignable to type 'number'.";
export const NO_DATABASE = `/home/ada/shop/srv.js:2
  throw new Error("DATABASE_URL is not set");
  ^

Error: DATABASE_URL is not set
    at Object.<anonymous> (/home/ada/shop/srv.js:2:9)
    at Module._compile (node:internal/modules/cjs/loader:1554:14)

Node.js v22.14.0`;
export const NO_REQUESTS = `Traceback (most recent call last):
  File "/home/ada/shop/a.py", line 1, in <module>
    import requests
ModuleNotFoundError: No module named 'requests'`;
export const PORT_TAKEN =
  "Error: listen EADDRINUSE: address already in use :::3000\n    at Server.setupListenHandle (node:net:1937:16)";
export const NO_PACKAGE_JSON = `npm error code ENOENT
npm error syscall open
npm error path /home/ada/shop/package.json
npm error errno -2
npm error enoent Could not read package.json: Error: ENOENT: no such file or directory, open '/home/ada/shop/package.json'
npm error enoent This is related to npm not being able to find a file.`;
