import { and, asc, desc, eq, sql } from 'drizzle-orm';
import type { ContentType, SocialMedia } from '@lintel/contract/marketing/constants';
import type { Database } from '../../../platform/db/connect.ts';
import { files } from '../../../platform/tables.ts';
import { settings } from '../../../platform/settings/tables.ts';
import { marketingTemplates, marketingTemplateVersions } from '../tables.ts';

export type TemplateRow = typeof marketingTemplates.$inferSelect;
export type Kind = TemplateRow['kind'];
/** Fields that a save can change. */
export type TemplateValues = Partial<
  Pick<TemplateRow, 'title' | 'description' | 'body' | 'engine' | 'engineReason'>
>;
type NewTemplate = Pick<TemplateRow, 'kind' | 'title' | 'body'> &
  Partial<typeof marketingTemplates.$inferInsert>;

/** Author and time of a save; a null author is the product. */
export interface Edit {
  at: Date;
  by: number | null;
}

const active = (kind: Kind) =>
  and(eq(marketingTemplates.kind, kind), eq(marketingTemplates.isActive, true));

export async function selectTemplates(db: Database, kind: Kind): Promise<TemplateRow[]> {
  return db
    .select()
    .from(marketingTemplates)
    .where(active(kind))
    .orderBy(asc(marketingTemplates.id));
}

export async function selectSocialTemplates(
  db: Database,
  socialMedia: SocialMedia,
  contentType: ContentType,
): Promise<TemplateRow[]> {
  const fits = and(
    eq(marketingTemplates.socialMedia, socialMedia),
    eq(marketingTemplates.contentType, contentType),
  );
  return db
    .select()
    .from(marketingTemplates)
    .where(and(active('social'), fits))
    .orderBy(asc(marketingTemplates.id));
}

export async function findTemplate(
  db: Database,
  kind: Kind,
  id: number,
): Promise<TemplateRow | undefined> {
  const [row] = await db
    .select()
    .from(marketingTemplates)
    .where(and(active(kind), eq(marketingTemplates.id, id)));
  return row;
}

/** The flyer template in use. */
export async function findFlyerInUse(db: Database): Promise<TemplateRow | undefined> {
  const [row] = await db
    .select({ template: marketingTemplates })
    .from(settings)
    .innerJoin(
      marketingTemplates,
      eq(marketingTemplates.id, sql`(${settings.value} ->> 'templateId')::int`),
    )
    .where(and(eq(settings.name, 'FlyerTemplate'), active('flyer')));
  return row?.template;
}

/** A template, locked until the transaction ends, so that two saves run one at a time. */
export async function lockTemplate(
  tx: Database,
  kind: Kind,
  id: number,
): Promise<TemplateRow | undefined> {
  const [row] = await tx
    .select()
    .from(marketingTemplates)
    .where(and(active(kind), eq(marketingTemplates.id, id)))
    .for('update');
  return row;
}

/** Inserts a template with its first version and returns it. */
export async function insertTemplate(
  tx: Database,
  values: NewTemplate,
  edit: Edit,
): Promise<TemplateRow> {
  const [row] = await tx
    .insert(marketingTemplates)
    .values({ ...values, lastEdit: edit.at, lastEditBy: edit.by })
    .returning();
  if (row === undefined) throw new Error('The template was not inserted');
  await insertVersion(tx, row);
  return row;
}

/** Saves a locked template as its next version and returns it. */
export async function updateTemplate(
  tx: Database,
  stored: TemplateRow,
  values: TemplateValues,
  edit: Edit,
): Promise<TemplateRow> {
  const [row] = await tx
    .update(marketingTemplates)
    .set({ ...values, version: stored.version + 1, lastEdit: edit.at, lastEditBy: edit.by })
    .where(eq(marketingTemplates.id, stored.id))
    .returning();
  if (row === undefined) throw new Error('The template was not updated');
  await insertVersion(tx, row);
  return row;
}

async function insertVersion(tx: Database, row: TemplateRow): Promise<void> {
  const {
    id: templateId,
    version,
    description,
    body,
    lastEdit: savedAt,
    lastEditBy: savedBy,
  } = row;
  await tx
    .insert(marketingTemplateVersions)
    .values({ templateId, version, description, body, savedAt, savedBy });
}

export type VersionRow = typeof marketingTemplateVersions.$inferSelect;

/** All versions, newest first. */
export async function selectVersions(db: Database, templateId: number): Promise<VersionRow[]> {
  return db
    .select()
    .from(marketingTemplateVersions)
    .where(eq(marketingTemplateVersions.templateId, templateId))
    .orderBy(desc(marketingTemplateVersions.version));
}

export async function findVersion(
  db: Database,
  templateId: number,
  version: number,
): Promise<VersionRow | undefined> {
  const [row] = await db
    .select()
    .from(marketingTemplateVersions)
    .where(
      and(
        eq(marketingTemplateVersions.templateId, templateId),
        eq(marketingTemplateVersions.version, version),
      ),
    );
  return row;
}

/** Makes these stored images public by their keys. */
export async function publishPictures(
  db: Database,
  pictures: readonly { key: string; bytes: number; contractorId: number | null }[],
  createdAt: Date,
): Promise<void> {
  const rows = pictures.map((picture) => ({
    ...picture,
    contentType: 'image/png',
    isPublic: true,
    createdAt,
  }));
  // Refreshes the age, so that cleanup keeps files in use.
  await db.insert(files).values(rows).onConflictDoUpdate({ target: files.key, set: { createdAt } });
}

/** Whether this flyer template exists. */
export const isFlyerTemplate = async (db: Database, id: number): Promise<boolean> =>
  (await findTemplate(db, 'flyer', id)) !== undefined;
