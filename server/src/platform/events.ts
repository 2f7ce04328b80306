import type { Database } from './db/connect.ts';

/**
 * The events between domains, by name, with their data. A domain declares its events in its
 * `events.ts` by extending this interface.
 */
// oxlint-disable-next-line typescript/no-empty-object-type -- domains declare their events here
export interface DomainEvents {}

/** A domain's listeners, which run in the emitter's transaction: an exception rolls it back. */
export type Listeners = {
  readonly [Name in keyof DomainEvents]?: (
    tx: Database,
    event: DomainEvents[Name],
  ) => Promise<void>;
};

/** Emits an event to all listeners, in the caller's transaction. */
export type Emit = <Name extends keyof DomainEvents>(
  tx: Database,
  name: Name,
  event: DomainEvents[Name],
) => Promise<void>;

/** All listeners; put together once, when the domains are composed. */
export class Events {
  readonly #listeners: Listeners[] = [];

  constructor(...listeners: readonly Listeners[]) {
    this.#listeners.push(...listeners);
  }

  listen(listeners: Listeners): void {
    this.#listeners.push(listeners);
  }

  /** Calls the listeners one after another, in the order in which they were added. */
  readonly emit: Emit = async (tx, name, event) => {
    for (const listeners of this.#listeners) await listeners[name]?.(tx, event);
  };
}
