export type { HookAnswer } from "./claude-code/answers.ts";
export { carries, toBlock } from "./claude-code/carries.ts";
export { encodeInput, encodeReply, type HookOutput } from "./claude-code/encode.ts";
export { HOOK_EVENTS, type HookEventName, isHookEvent, PAWL_EVENTS } from "./claude-code/events.ts";
export { eventOfHook } from "./claude-code/hook-names.ts";
export { eventFields, SUBJECT_VALUES, TOOL_FIELDS, TOOLS } from "./claude-code/known-names.ts";
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
export { sampleInput } from "./claude-code/samples.ts";
export { subjectField, subjectsOf } from "./claude-code/subject.ts";
export { mergeReplies } from "./merge-replies.ts";
export { eachFile, parseInput } from "./parse.ts";
export { block, context, deny, pass, type Reply, type ReplyFor, say } from "./reply.ts";
export { CLIENT_NAMES, CLIENTS, type ClientName, DEFAULT_CLIENT, toClientName } from "./table.ts";
