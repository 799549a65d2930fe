export type { HookAnswer } from "./claude-code/answers.ts";
export { encodeInput, encodeReply, type HookOutput } from "./claude-code/encode.ts";
export {
  carries,
  eventOfHook,
  HOOK_EVENTS,
  type HookEventName,
  isHookEvent,
  PAWL_EVENTS,
  subjectField,
  subjectsOf,
} from "./claude-code/events.ts";
export {
  anyHookInput,
  BadHookOutput,
  toPlainReply,
  toReply,
} from "./claude-code/output.ts";
export {
  BadHookInput,
  type HookInput,
  type InputOf,
  type KnownInput,
  parseHookInput,
  parseJson,
  type RawInputOf,
} from "./claude-code/parse.ts";
export { callInBody, recordedInput } from "./claude-code/recorded-input.ts";
export { eventFields, SUBJECT_VALUES, sampleInput, TOOL_FIELDS, TOOLS } from "./claude-code/samples.ts";
export { mergeReplies } from "./merge-replies.ts";
export { eachFile, parseInput } from "./parse.ts";
export { block, context, deny, pass, type Reply, type ReplyFor, say, toBlock } from "./reply.ts";
export { CLIENT_NAMES, CLIENTS, type ClientName, DEFAULT_CLIENT, toClientName } from "./table.ts";
