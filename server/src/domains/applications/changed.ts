import type { Database } from '../../platform/db/connect.ts';
import { say } from '../../platform/db/notices.ts';

/** Identifies an application in notifications between processes. */
export const topicOf = ({ id }: { id: number }): string => `application:${id}`;

/** Notifies the pages that follow the application to reload it once the transaction commits. */
export const changed = (tx: Database, application: { id: number }): Promise<void> =>
  say(tx, topicOf(application));
