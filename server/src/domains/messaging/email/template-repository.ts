import {
  and,
  asc,
  count,
  desc,
  eq,
  isNotNull,
  like,
  notInArray,
  or,
  sql,
  type SQL,
} from 'drizzle-orm';
import type { Database } from '../../../platform/db/connect.ts';
import { containing, folded } from '../../../platform/db/folded.ts';
import { emailCategories, emailEvents, emailTemplates, emailTemplateVersions } from './tables.ts';

export type TemplateRow = typeof emailTemplates.$inferSelect;
export type TemplateValues = Omit<
  TemplateRow,
  'id' | 'eventId' | 'version' | 'lastEdit' | 'lastEditBy'
>;

/** A template's editor and time; a null editor is the product itself. */
export interface Edit {
  at: Date;
  by: number | null;
}

const withCategory = (db: Database, where: SQL | undefined) =>
  db
    .select({ template: emailTemplates, category: emailCategories })
    .from(emailTemplates)
    .innerJoin(emailEvents, eq(emailEvents.id, emailTemplates.eventId))
    .leftJoin(emailCategories, eq(emailCategories.id, emailTemplates.categoryId))
    .where(where);
export type TemplateWithCategory = Awaited<ReturnType<typeof withCategory>>[number];

/** A page of the templates with `searchText` in a visible column, by id. */
export async function selectTemplates(
  db: Database,
  query: { page: number; limit: number; searchText: string; fromAddress: string },
): Promise<{ rows: TemplateWithCategory[]; total: number }> {
  const { subject, description, from, to } = emailTemplates;
  const pattern = containing(query.searchText);
  const shown = [
    sql`${subject}`,
    sql`${description}`,
    sql`coalesce(${from}, ${query.fromAddress})`,
    sql`${to}`,
    sql`${emailEvents.type}`,
  ];
  const where =
    query.searchText === ''
      ? undefined
      : or(...shown.map((column) => like(folded(column), pattern)));
  const rows = await withCategory(db, where)
    .orderBy(asc(emailTemplates.id))
    .limit(query.limit)
    .offset((query.page - 1) * query.limit);
  const [all] = await db
    .select({ total: count() })
    .from(emailTemplates)
    .innerJoin(emailEvents, eq(emailEvents.id, emailTemplates.eventId))
    .where(where);
  return { rows, total: all?.total ?? 0 };
}

export async function findTemplate(
  db: Database,
  id: number,
): Promise<TemplateWithCategory | undefined> {
  const [row] = await withCategory(db, eq(emailTemplates.id, id));
  return row;
}

/** The enabled template of an event; undefined if none. */
export async function enabledTemplate(
  db: Database,
  event: string,
): Promise<TemplateRow | undefined> {
  const [row] = await withCategory(
    db,
    and(eq(sql`lower(${emailEvents.type})`, event.toLowerCase()), eq(emailTemplates.enabled, true)),
  );
  return row?.template;
}

/** A template locked until the transaction ends, so that saves run one at a time. */
export async function lockTemplate(db: Database, id: number): Promise<TemplateRow | undefined> {
  const [row] = await db
    .select()
    .from(emailTemplates)
    .where(eq(emailTemplates.id, id))
    .for('update');
  return row;
}

/** Inserts a template with its first version and returns its id. */
export async function insertTemplate(
  db: Database,
  values: TemplateValues & { id?: number; eventId: number },
  edit: Edit,
): Promise<number> {
  const [row] = await db
    .insert(emailTemplates)
    .values({ ...values, lastEdit: edit.at, lastEditBy: edit.by })
    .returning({ id: emailTemplates.id, version: emailTemplates.version });
  if (row === undefined) throw new Error('The template was not inserted');
  await insertVersion(db, row, values, edit);
  return row.id;
}

/** Saves a locked template; a changed subject or body adds a version. */
export async function updateTemplate(
  db: Database,
  stored: TemplateRow,
  values: TemplateValues,
  edit: Edit,
): Promise<void> {
  const version = stored.version + 1;
  await db
    .update(emailTemplates)
    .set({ ...values, version, lastEdit: edit.at, lastEditBy: edit.by })
    .where(eq(emailTemplates.id, stored.id));
  if (values.subject === stored.subject && values.body === stored.body) return;
  await insertVersion(db, { id: stored.id, version }, values, edit);
}

/** The templates whose subject and body staff never edited: no version has an author. */
export async function selectOwnTexts(db: Database): Promise<TemplateRow[]> {
  const { templateId, savedBy } = emailTemplateVersions;
  const edited = db
    .select({ id: templateId })
    .from(emailTemplateVersions)
    .where(isNotNull(savedBy));
  return db
    .select()
    .from(emailTemplates)
    .where(notInArray(emailTemplates.id, edited))
    .for('update');
}

/** Replaces the subject and body of such a template; other staff settings stay. */
export async function updateOwnText(
  db: Database,
  { id, version }: TemplateRow,
  text: { subject: string; body: string },
  at: Date,
): Promise<void> {
  const next = { id, version: version + 1 };
  await db
    .update(emailTemplates)
    .set({ ...text, version: next.version })
    .where(eq(emailTemplates.id, id));
  await insertVersion(db, next, text, { at, by: null });
}

async function insertVersion(
  db: Database,
  template: { id: number; version: number },
  { subject, body }: { subject: string; body: string },
  edit: Edit,
): Promise<void> {
  const { id: templateId, version } = template;
  await db
    .insert(emailTemplateVersions)
    .values({ templateId, version, subject, body, savedAt: edit.at, savedBy: edit.by });
}

export type VersionRow = typeof emailTemplateVersions.$inferSelect;

/** A page of a template's versions, newest first. */
export async function selectVersions(
  db: Database,
  templateId: number,
  query: { page: number; limit: number },
): Promise<{ rows: VersionRow[]; total: number; newest: number }> {
  const ofTemplate = eq(emailTemplateVersions.templateId, templateId);
  const rows = await db
    .select()
    .from(emailTemplateVersions)
    .where(ofTemplate)
    .orderBy(desc(emailTemplateVersions.version))
    .limit(query.limit)
    .offset((query.page - 1) * query.limit);
  const [all] = await db
    .select({
      total: count(),
      newest: sql<number>`coalesce(max(${emailTemplateVersions.version}), 0)`,
    })
    .from(emailTemplateVersions)
    .where(ofTemplate);
  return { rows, total: all?.total ?? 0, newest: all?.newest ?? 0 };
}

export async function findVersion(
  db: Database,
  templateId: number,
  version: number,
): Promise<VersionRow | undefined> {
  const [row] = await db
    .select()
    .from(emailTemplateVersions)
    .where(
      and(
        eq(emailTemplateVersions.templateId, templateId),
        eq(emailTemplateVersions.version, version),
      ),
    );
  return row;
}
