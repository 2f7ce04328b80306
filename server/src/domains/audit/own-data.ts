import { ownAuditActions } from '@lintel/contract/audit/actions';
import type { Activity, ActivityActor } from '@lintel/contract/audit/activity';
import { inBatches } from '../../platform/db/batches.ts';
import { column, onceEach, ownTable, type OwnData } from '../../platform/own-data.ts';
import type { ExportDeps } from './export.ts';
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
export const activityData = (deps: Omit<ExportDeps, 'clock'>): OwnData => ({
  tables: [
    ownTable<Activity>({
      name: 'account-activity',
      about: 'What was done in your account, the newest first, as Personal Info shows it.',
      columns: [
        moment('When', ({ at }) => new Date(at)),
        text('What', ({ text: what }) => what),
        text('By', (activity) => actors[activity.by](activity)),
        text('IP address', ({ address }) => address),
      ],
      read: (contractorId) => onceEach(activityOf(deps, contractorId)),
    }),
  ],
});

async function* activityOf(
  { db, pool, timeZone }: Omit<ExportDeps, 'clock'>,
  contractorId: number,
): AsyncGenerator<Activity[]> {
  const filter = { days: {}, timeZone, contractorId, actions: ownAuditActions };
  const statement = auditStatement(db, filter);
  for await (const rows of inBatches(pool, { fields: entryFields, statement, size: batchSize })) {
    const names = await namesOf(db, rows);
    yield rows.map((row) => presentActivity(row, contractorId, names));
  }
}
