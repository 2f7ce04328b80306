import { inArray, sql } from 'drizzle-orm';
import { builtInEvents } from '@lintel/contract/emails/constants';
import type { Database } from '../../../platform/db/connect.ts';
import { categoryNames, type DefaultTemplate } from './defaults/template.ts';
import { emailCategories, emailEvents, emailTemplates } from './tables.ts';
import { insertTemplate, selectOwnTexts, updateOwnText } from './template-repository.ts';
import { accountTemplates } from './defaults/account.ts';
import { lenderTemplates } from './defaults/lenders.ts';
import { applicationTemplates } from './defaults/applications.ts';
import { homeownerTemplates } from './defaults/homeowner.ts';
import { linkTemplates } from './defaults/links.ts';
import { billingTemplates } from './defaults/billing.ts';
import { privacyTemplates } from './defaults/privacy.ts';
import { supportTemplates } from './defaults/support.ts';

export const defaultTemplates: readonly DefaultTemplate[] = [
  ...accountTemplates,
  ...lenderTemplates,
  ...applicationTemplates,
  ...homeownerTemplates,
  ...linkTemplates,
  ...billingTemplates,
  ...supportTemplates,
  ...privacyTemplates,
];

/** The built-in template for an event; undefined for custom events. */
export const findDefaultTemplate = (event: string): DefaultTemplate | undefined =>
  defaultTemplates.find((template) => template.event === event);

/**
 * Creates missing built-in events, categories, and templates, and updates templates that still have
 * an earlier built-in text. Runs at each start, possibly in several processes at once; staff edits
 * stay.
 */
export async function ensureBuiltInEmails(db: Database, options: { now: Date }): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('built-in e-mails', 0))`);
    const events = await ensureEvents(tx);
    const categories = await ensureCategories(tx);
    const used = await tx.selectDistinct({ eventId: emailTemplates.eventId }).from(emailTemplates);
    const own = await selectOwnTexts(tx);
    for (const { event, category, ...template } of defaultTemplates) {
      const eventId = events.get(event);
      if (eventId === undefined) continue;
      const { subject, body } = template;
      for (const stored of own.filter((one) => one.eventId === eventId))
        if (stored.subject !== subject || stored.body !== body)
          await updateOwnText(tx, stored, { subject, body }, options.now);
      if (used.some((one) => one.eventId === eventId)) continue;
      const categoryId = categories.get(category) ?? null;
      const values = {
        ...template,
        eventId,
        categoryId,
        from: null,
        bcc: '',
        enabled: true,
      };
      await insertTemplate(tx, values, { at: options.now, by: null });
    }
  });
}

/** The built-in events' ids by name. A custom event with the same name becomes built-in. */
async function ensureEvents(tx: Database): Promise<Map<string, number>> {
  const names = inArray(sql`lower(${emailEvents.type})`, [...builtInEvents]);
  await tx
    .update(emailEvents)
    .set({ builtIn: true, type: sql`lower(${emailEvents.type})` })
    .where(names);
  const there = await tx.select().from(emailEvents).where(names);
  const missing = builtInEvents.filter((type) => there.every((one) => one.type !== type));
  const added =
    missing.length === 0
      ? []
      : await tx
          .insert(emailEvents)
          .values(missing.map((type) => ({ type, builtIn: true })))
          .returning();
  return new Map([...there, ...added].map(({ id, type }) => [type, id]));
}

async function ensureCategories(tx: Database): Promise<Map<string, number>> {
  const there = await tx.select().from(emailCategories);
  const missing = categoryNames.filter((name) => there.every(({ category }) => category !== name));
  const added =
    missing.length === 0
      ? []
      : await tx
          .insert(emailCategories)
          .values(missing.map((category) => ({ category })))
          .returning();
  return new Map([...there, ...added].map(({ id, category }) => [category, id]));
}
