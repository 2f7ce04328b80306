import { eq } from 'drizzle-orm';
import { selfCheckReport, type SelfCheckReport } from '@lintel/contract/setup/self-check';
import type { Database } from '../../../platform/db/connect.ts';
import { settings } from '../../../platform/settings/tables.ts';

/** The setting with the last report. */
const name = 'SelfCheck';

/** The last report; null before the first one. */
export async function readReport(db: Database): Promise<SelfCheckReport | null> {
  const [row] = await db.select().from(settings).where(eq(settings.name, name));
  return selfCheckReport.safeParse(row?.value).data ?? null;
}

export async function writeReport(
  db: Database,
  { value, userId, at }: { value: SelfCheckReport; userId: number; at: Date },
): Promise<void> {
  const row = { name, value, userId, lastEdit: at };
  await db.insert(settings).values(row).onConflictDoUpdate({ target: settings.name, set: row });
}
