/** The parts of an answer, with their meaning for the client. */
export interface Parts {
  /** Text that the model reads, right after the event. */
  context: string;
  /** Prevents the tool call. The model reads the reason. */
  deny: string;
  /** Asks the user about the tool call. */
  ask: string;
  /** Allows the tool call without a question. Pawl itself never does this; a user's hook may. */
  allow: string;
  /** Replaces the input of the tool call. */
  updatedInput: Record<string, unknown>;
  /** Stops the event's action (for Stop: the turn continues). The model reads the reason. */
  block: string;
  /** Added to the summariser's instructions. */
  instructions: string;
}

export type Part = keyof Parts;
