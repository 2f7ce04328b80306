import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/db/connect.ts';
import { ensureFlyerSetting } from './flyer-setting.ts';
import { defaultDemoData } from './demo.ts';
import { flyerDesigns, socialDesigns, type Design } from './designs/index.ts';
import { builtInName } from './present.ts';
import {
  insertTemplate,
  selectTemplates,
  updateTemplate,
  type Kind,
  type TemplateRow,
} from './repository.ts';

/**
 * Installs the built-in templates and flyer setting at each start, even of several processes at
 * once: adds missing ones, updates unmodified ones, and keeps those that staff changed.
 */
export async function ensureBuiltInTemplates(db: Database, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('built-in templates', 0))`);
    await ensureDesigns(tx, 'flyer', flyerDesigns, now);
    await ensureDesigns(tx, 'social', socialDesigns, now);
    await ensureFlyerSetting(tx, {
      templateId: flyerDesigns[0]?.id ?? 1,
      demoData: defaultDemoData,
      templates: {
        flyerTemplate: designIds(flyerDesigns),
        socialMediaImageTemplates: designIds(socialDesigns),
      },
      userName: builtInName,
      at: now,
    });
  });
}

const designIds = (designs: readonly Design[]): number[] => designs.map(({ id }) => id);

async function ensureDesigns(
  tx: Database,
  kind: Kind,
  designs: readonly Design[],
  now: Date,
): Promise<void> {
  const stored = new Map((await selectTemplates(tx, kind)).map((row) => [row.id, row]));
  const edit = { at: now, by: null };
  for (const design of designs) {
    const row = stored.get(design.id);
    // A test verifies that the fast engine renders each of them like a browser.
    if (row === undefined)
      await insertTemplate(
        tx,
        { ...design, kind, engine: kind === 'social' ? 'takumi' : 'chromium' },
        edit,
      );
    else if (isBehind(row, design))
      await updateTemplate(tx, row, { body: design.body, description: design.description }, edit);
  }
}

const isBehind = (row: TemplateRow, { body, description }: Design): boolean =>
  row.lastEditBy === null && (row.body !== body || row.description !== description);
