import type { AuditedAction } from '@lintel/contract/audit/actions';
import { recordAudit, type Caller } from '../../../platform/audit/audit.ts';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { AppError } from '../../../platform/errors.ts';
import { recordTemplateChange, readFlyerSetting } from './flyer-setting.ts';
import { socialFormat, studio, type EngineChoice } from './studio.ts';
import {
  findTemplate,
  findVersion,
  insertTemplate,
  lockTemplate,
  updateTemplate,
  type Kind,
  type TemplateRow,
  type TemplateValues,
} from './repository.ts';

type NewTemplate = Pick<
  TemplateRow,
  'kind' | 'title' | 'description' | 'body' | 'socialMedia' | 'contentType'
>;
type Change = Partial<Pick<TemplateRow, 'title' | 'description'>> & { body: string };

/**
 * Creates a template. Throws `render_failed` when it can't be rendered with the demo data, or
 * `busy`.
 */
export async function createTemplate(
  context: Context,
  caller: Caller,
  template: NewTemplate,
): Promise<TemplateRow> {
  const engine = await chooseEngine(context, template);
  return context.db.transaction(async (tx) => {
    const edit = { at: context.clock.now(), by: caller.authenticated.id };
    const row = await insertTemplate(tx, { ...template, ...engine }, edit);
    await recordChange(tx, context, caller, row, 'created', { title: row.title });
    return row;
  });
}

/**
 * Saves a template as its next version. Throws `not_found`, `conflict` when it changed since
 * `version`, `render_failed`, or `busy`.
 */
export async function changeTemplate(
  context: Context,
  caller: Caller,
  request: { kind: Kind; id: number; version: number | undefined; change: Change },
): Promise<TemplateRow> {
  const { kind, id, version, change } = request;
  const stored = await requireTemplate(context.db, kind, id);
  if (version !== undefined && version !== stored.version) throw changedMeanwhile();
  return save(context, caller, stored, change, 'updated');
}

/**
 * Restores the body and description of an earlier version as the next one. Throws as
 * `changeTemplate`.
 */
export async function restoreVersion(
  context: Context,
  caller: Caller,
  request: { kind: Kind; id: number; version: number },
): Promise<TemplateRow> {
  const { kind, id, version } = request;
  const stored = await requireTemplate(context.db, kind, id);
  const earlier = await findVersion(context.db, id, version);
  if (earlier === undefined) throw new AppError('not_found');
  const { body, description } = earlier;
  return save(context, caller, stored, { body, description }, 'restored', { restored: version });
}

export async function requireTemplate(db: Database, kind: Kind, id: number): Promise<TemplateRow> {
  const row = await findTemplate(db, kind, id);
  if (row === undefined) throw new AppError('not_found');
  return row;
}

const changedMeanwhile = (): AppError =>
  new AppError('conflict', { message: 'Someone else changed this template.' });

/** Rendering is slow, so it runs before the transaction; a save in between causes a conflict. */
async function save(
  context: Context,
  caller: Caller,
  seen: TemplateRow,
  change: Change,
  action: 'updated' | 'restored',
  details: Record<string, unknown> = {},
): Promise<TemplateRow> {
  const values: TemplateValues = {
    ...change,
    ...(await chooseEngine(context, { ...seen, ...change })),
  };
  return context.db.transaction(async (tx) => {
    const stored = await lockTemplate(tx, seen.kind, seen.id);
    if (stored === undefined) throw new AppError('not_found');
    if (stored.version !== seen.version) throw changedMeanwhile();
    const edit = { at: context.clock.now(), by: caller.authenticated.id };
    const row = await updateTemplate(tx, stored, values, edit);
    const fields = ['title', 'description', 'body', 'engine'] as const;
    const changed = fields.filter((field) => row[field] !== stored[field]);
    await recordChange(tx, context, caller, row, action, {
      changed,
      version: row.version,
      ...details,
    });
    return row;
  });
}

/**
 * Renders a template with the demo data: a flyer may have at most two pages; an image gets its
 * render engine.
 */
async function chooseEngine(
  context: Context,
  template: Pick<TemplateRow, 'kind' | 'body' | 'socialMedia' | 'contentType'>,
): Promise<EngineChoice> {
  const source = studio(context).demoSource((await readFlyerSetting(context.db)).demoData);
  if (template.kind === 'social')
    return studio(context).chooseEngine(template.body, socialFormat(template), source);
  await studio(context).flyerSides(template.body, source);
  return { engine: 'chromium', engineReason: null };
}

async function recordChange(
  tx: Database,
  { clock }: Context,
  caller: Caller,
  row: TemplateRow,
  action: AuditedAction<'flyer-template'>,
  details: Record<string, unknown>,
): Promise<void> {
  const { id: userId, firstname, lastname } = caller.authenticated;
  const change = { userId, userName: `${firstname} ${lastname}`.trim(), at: clock.now() };
  await recordTemplateChange(
    tx,
    row.kind === 'flyer' ? 'flyerTemplate' : 'socialMediaImageTemplates',
    row.id,
    change,
  );
  const entity = `${row.kind}-template` as const;
  await recordAudit(tx, clock, caller, {
    action: `${entity}.${action}`,
    entity,
    entityId: row.id,
    details,
  });
}
