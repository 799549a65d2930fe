export { encodeReply, type HookOutput } from "./encode.ts";
export { HOOK_EVENTS, type HookEventName, isHookEvent, PAWL_EVENTS } from "./events.ts";
export { eventOfHook } from "./hook-names.ts";
export { BadHookOutput, carries, type HookAnswer, toBlock, toPlainReply, toReply } from "./output.ts";
export {
  BadHookInput,
  type HookInput,
  type InputOf,
  type KnownInput,
  parseHookInput,
  parseJson,
  type RawInputOf,
  type UnknownInput,
} from "./parse.ts";
export { callInBody } from "./recorded.ts";
export { type RecordedEvent, recordedInput } from "./recorded-input.ts";
export {
  ask,
  block,
  CARRIES,
  context,
  deny,
  type Extra,
  type Part,
  pass,
  type Reply,
  type ReplyFor,
  say,
} from "./reply.ts";
export { SAMPLE_TOOLS, type Sample, sampleInput } from "./samples.ts";
export { subjectField, subjectOf } from "./subject.ts";
