import { inArray, sql } from 'drizzle-orm';
import { builtInEvents } from '@lintel/contract/emails-constants';
import type { Database } from '../../platform/db/connect.ts';
import { defaultTemplates } from './defaults/index.ts';
import { categoryNames } from './defaults/template.ts';
import { emailCategories, emailEvents, emailTemplates } from './tables.ts';
import { insertTemplate } from './template-repository.ts';

/**
 * The events and categories that the product needs, and its own text for each event that never had a template. Runs at each start, also
 * of several processes at once; what staff changed stays.
 */
export async function ensureBuiltInEmails(db: Database, options: { from: string; now: Date }): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('built-in e-mails', 0))`);
    const events = await ensureEvents(tx);
    await tx
      .insert(emailCategories)
      .values(categoryNames.map((category, at) => ({ id: at + 1, category })))
      .onConflictDoNothing();
    await ensureTemplates(tx, events, options);
  });
}

/** The built-in events' ids by their names. An event of staff that has such a name becomes the built-in one. */
async function ensureEvents(tx: Database): Promise<Map<string, number>> {
  const rows = await tx
    .insert(emailEvents)
    .values(builtInEvents.map((type, at) => ({ id: at + 1, type, builtIn: true })))
    .onConflictDoUpdate({ target: sql`lower(${emailEvents.type})`, set: { builtIn: true, type: sql`excluded.type` } })
    .returning({ id: emailEvents.id, type: emailEvents.type });
  return new Map(rows.map(({ id, type }) => [type, id]));
}

async function ensureTemplates(tx: Database, events: Map<string, number>, options: { from: string; now: Date }): Promise<void> {
  const categories = await tx
    .select()
    .from(emailCategories)
    .where(inArray(emailCategories.category, [...categoryNames]));
  const used = await tx.selectDistinct({ eventId: emailTemplates.eventId }).from(emailTemplates);
  for (const { event, category, ...template } of defaultTemplates) {
    const eventId = events.get(event);
    if (eventId === undefined || used.some((one) => one.eventId === eventId)) continue;
    const categoryId = categories.find((one) => one.category === category)?.id ?? null;
    const values = { ...template, id: eventId, eventId, categoryId, from: options.from, bcc: '', enabled: true };
    await insertTemplate(tx, values, { at: options.now, by: null });
  }
}
