import type { Database } from '../../platform/db/connect.ts';
import { say } from '../../platform/db/notices.ts';

/** By which name processes speak of an application. */
export const topicOf = ({ id }: { id: number }): string => `application:${id}`;

/**
 * Something changed that the homeowner sees: pages that follow the application read it anew, once
 * the transaction has committed.
 */
export const changed = (tx: Database, application: { id: number }): Promise<void> =>
  say(tx, topicOf(application));
