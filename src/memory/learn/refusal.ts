/** Whether a person refused a call. */

/** A person said no: what the client writes then, in the conversation and in a subagent's (2.0.64 to 2.1.325). */
const REFUSED_BY_USER =
  /user doesn't want to (?:proceed|take this action)|tool use was rejected|User denied (?:permission|via IDE)|User rejected tool use/i;

const MOST_SAID = 400;

/** Whether a person refused it: neither a rule nor the client's automatic mode is the user's decision about a call. */
export function wasRefusedByUser(response: string): boolean {
  const said = response.slice(0, MOST_SAID);
  // A classifier's reason may quote what the user said long before.
  return (
    REFUSED_BY_USER.test(said) &&
    !/^(?:Error: )?(?:Permission for this (?:action|command)|Auto mode)/.test(said)
  );
}
