import type { Database } from './db/connect.ts';

/**
 * What domains announce to one another, by name, with what each event carries. A domain declares its
 * events in its `events.ts`, by adding to this interface.
 */
// oxlint-disable-next-line typescript/no-empty-object-type -- domains declare their events here
export interface DomainEvents {}

/**
 * What a domain does when another one announces something, in the transaction of the announcement:
 * what throws rolls it back.
 */
export type Listeners = {
  readonly [Name in keyof DomainEvents]?: (
    tx: Database,
    event: DomainEvents[Name],
  ) => Promise<void>;
};

/** Announces an event to everyone who listens, in the caller's transaction. */
export type Emit = <Name extends keyof DomainEvents>(
  tx: Database,
  name: Name,
  event: DomainEvents[Name],
) => Promise<void>;

/** Who listens to what; put together once, when the domains are composed. */
export class Events {
  readonly #listeners: Listeners[] = [];

  constructor(...listeners: readonly Listeners[]) {
    this.#listeners.push(...listeners);
  }

  listen(listeners: Listeners): void {
    this.#listeners.push(listeners);
  }

  /** Calls the listeners one after the other, in the order in which they were added. */
  readonly emit: Emit = async (tx, name, event) => {
    for (const listeners of this.#listeners) await listeners[name]?.(tx, event);
  };
}
