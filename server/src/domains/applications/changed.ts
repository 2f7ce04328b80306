import type { Database } from '../../platform/db/connect.ts';
import { publishNotice } from '../../platform/db/notices.ts';

/** Identifies an application in notifications between processes. */
export const changeTopic = ({ id }: { id: number }): string => `application:${id}`;

/** Notifies the pages that follow the application to reload it once the transaction commits. */
export const changed = (tx: Database, application: { id: number }): Promise<void> =>
  publishNotice(tx, changeTopic(application));
