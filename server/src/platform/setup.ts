import type { SetupStep } from '@lintel/contract/setup/steps';

/** A step's state by stored data. */
export interface SetupState {
  /** Someone has begun with it. */
  isStarted: boolean;
  /** What is left to do, one sentence each. */
  problems: readonly string[];
  /** What is still simulated, one sentence each. */
  testMode?: readonly string[];
}

/** The person who runs a check. */
export interface Checker {
  name: string;
  email: string;
  /** Ten digits, where the step asks for a phone. */
  phone?: string | undefined;
}

/** A domain's part of a step of setting up. */
export interface SetupSource {
  state(): Promise<SetupState>;
  /**
   * Tries it for real. Returns what happened in one sentence, or throws an `Error` with the reason.
   * It has ten seconds. A step with a check is done once its last one passed.
   */
  check?(by: Checker): Promise<string>;
}

export type SetupSources = Partial<Record<SetupStep, SetupSource>>;
