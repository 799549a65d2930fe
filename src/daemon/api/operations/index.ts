/** Every documented operation. The page's own routes (`/api/page/…`, `/api/hooks…`) change with the page and are not among them. */
import type { Operation } from "../request.ts";
import * as activity from "./activity.ts";
import * as memories from "./memories.ts";
import { makePageLink, OTHER_PATHS, postHook } from "./other.ts";
import * as read from "./read.ts";
import * as record from "./record.ts";
import * as team from "./team.ts";

export { OTHER_PATHS };

/** By name. */
export const OPERATIONS: Readonly<Record<string, Operation>> = {
  ...record,
  ...read,
  ...activity,
  ...memories,
  ...team,
  postHook,
  makePageLink,
};
