export { encodeReply, type HookOutput } from "./encode.ts";
export { HOOK_EVENTS, type HookEventName, isHookEvent } from "./events.ts";
export {
  BadHookInput,
  type HookInput,
  type InputOf,
  type KnownInput,
  parseHookInput,
  parseJson,
  type UnknownInput,
} from "./parse.ts";
export {
  ask,
  block,
  CARRIES,
  context,
  deny,
  type Part,
  pass,
  type Reply,
  type ReplyFor,
  say,
} from "./reply.ts";
