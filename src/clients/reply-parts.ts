/** What an answer can consist of, and what each part means to the client. */
export interface Parts {
  /** Text that the model reads, right after the event. */
  context: string;
  /** The tool call does not happen; the model reads the reason. */
  deny: string;
  /** The user is asked about the tool call. */
  ask: string;
  /** The tool call happens without asking. Pawl itself never says this; a user's hook may. */
  allow: string;
  /** The tool call happens with this input instead. */
  updatedInput: Record<string, unknown>;
  /** The event's action is stopped (Stop: the turn goes on); the model reads the reason. */
  block: string;
  /** Added to the summariser's instructions. */
  instructions: string;
}

export type Part = keyof Parts;
