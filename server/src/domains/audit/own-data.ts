import { ownAuditActions } from '@lintel/contract/audit/actions';
import type { Activity, ActivityActor } from '@lintel/contract/audit/activity';
import type { Context } from '../../platform/context.ts';
import { inBatches } from '../../platform/db/batches.ts';
import { column, onceEach, ownTable, type OwnData } from '../../platform/own-data.ts';
import { namesOf, presentActivity } from './present.ts';
import { auditStatement, entryFields } from './repository.ts';

/** Rows per batch. */
const batchSize = 500;

const actors: Record<ActivityActor, (activity: Activity) => string> = {
  person: ({ name }) => name,
  staff: () => 'Support',
  visitor: () => 'Not signed in',
  system: () => 'Automatic',
};

const { text, moment } = column;

/** The full account activity of a contractor, as its owner sees it. */
export const activityData = (context: Context): OwnData => ({
  tables: [
    ownTable<Activity>({
      name: 'account-activity',
      about: 'Activity in your account, newest first, as shown in Personal Info.',
      columns: [
        moment('When', ({ at }) => new Date(at)),
        text('What', ({ text: what }) => what),
        text('By', (activity) => actors[activity.by](activity)),
        text('IP address', ({ address }) => address),
      ],
      read: (contractorId) => onceEach(iterateActivity(context, contractorId)),
    }),
  ],
});

async function* iterateActivity(
  { db, database, config }: Context,
  contractorId: number,
): AsyncGenerator<Activity[]> {
  const filter = {
    days: {},
    timeZone: config.BUSINESS_TIME_ZONE,
    contractorId,
    actions: ownAuditActions,
  };
  const statement = auditStatement(db, filter);
  const options = { fields: entryFields, statement, size: batchSize };
  for await (const rows of inBatches(database.pool, options)) {
    const names = await namesOf(db, rows);
    yield rows.map((row) => presentActivity(row, contractorId, names));
  }
}
