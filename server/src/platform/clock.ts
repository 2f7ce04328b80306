/** The one source of "now", so that tests and demonstration data can stand still. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };
