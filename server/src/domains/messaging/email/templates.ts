import type { z } from 'zod';
import { keysOf } from '@lintel/contract/core/map-values';
import type { newTemplateForm, templateForm } from '@lintel/contract/emails/templates';
import { auditor, type Caller } from '../../../platform/audit/audit.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { unlessTaken } from '../../../platform/db/failures.ts';
import { AppError, invalidField } from '../../../platform/errors.ts';
import { requireOwner, requireRendering, sampleFor } from './check.ts';
import { findCategory } from './events.ts';
import type { MailRenderer } from './rendering/renderer.ts';
import {
  findTemplate,
  findVersion,
  insertTemplate,
  lockTemplate,
  updateTemplate,
  type TemplateRow,
  type TemplateValues,
} from './template-repository.ts';

const audit = auditor('email-template');

export interface TemplateDeps {
  db: Database;
  clock: Clock;
  renderer: MailRenderer;
  publicUrl: string;
  /** The default sender. */
  fromAddress: string;
  /** The provider's postal address; empty if unknown. */
  postalAddressOf(db: Database): Promise<string>;
}

type Form = z.output<typeof templateForm>;
type Addressed = Pick<Form, 'subject' | 'body' | 'to' | 'bcc'>;

/**
 * Creates a template and returns its id. Throws `conflict` when its event has an enabled one, or
 * field errors.
 */
export async function createTemplate(
  deps: TemplateDeps,
  caller: Caller,
  form: z.output<typeof newTemplateForm>,
): Promise<number> {
  const { usedFor, ...rest } = form;
  const { event } = await requireSendable(deps, usedFor, rest);
  return oneEnabled('usedFor', () =>
    deps.db.transaction(async (tx) => {
      if (event === null) throw invalidField('usedFor', 'This event does not exist.');
      const values = { ...(await valuesOf(tx, deps, rest)), eventId: usedFor };
      const id = await insertTemplate(tx, values, {
        at: deps.clock.now(),
        by: caller.authenticated.id,
      });
      await audit(tx, deps, caller, 'created', {
        entityId: id,
        details: { event, subject: form.subject },
      });
      return id;
    }),
  );
}

/**
 * Saves a template. Throws `not_found`, `conflict` when it was saved since `version`, or field
 * errors.
 */
export async function changeTemplate(
  deps: TemplateDeps,
  caller: Caller,
  request: { id: number; version: number | undefined; form: Form },
): Promise<void> {
  // The event never changes, so the template can be checked before the transaction.
  const seen = await findTemplate(deps.db, request.id);
  if (seen === undefined) throw new AppError('not_found');
  await requireSendable(deps, seen.template.eventId, request.form);
  await oneEnabled('enabled', () =>
    deps.db.transaction(async (tx) => {
      const stored = await lockTemplate(tx, request.id);
      if (stored === undefined) throw new AppError('not_found');
      if (request.version !== undefined && request.version !== stored.version)
        throw new AppError('conflict', { message: 'This template was changed meanwhile.' });
      await save(tx, deps, caller, stored, await valuesOf(tx, deps, request.form), 'updated');
    }),
  );
}

/**
 * Restores the subject and body of an earlier version as a new one. Throws `not_found` or field
 * errors.
 */
export async function restoreVersion(
  deps: TemplateDeps,
  caller: Caller,
  id: number,
  version: number,
): Promise<void> {
  const seen = await findTemplate(deps.db, id);
  const earlier = await findVersion(deps.db, id, version);
  if (seen === undefined || earlier === undefined) throw new AppError('not_found');
  const { subject, body } = earlier;
  await requireSendable(deps, seen.template.eventId, { ...seen.template, subject, body });
  await deps.db.transaction(async (tx) => {
    const stored = await lockTemplate(tx, id);
    if (stored === undefined) throw new AppError('not_found');
    const values = { ...stored, subject, body };
    await save(tx, deps, caller, stored, values, 'restored', { restored: version });
  });
}

/**
 * Renders a template with its event's sample data. Slow, so it runs without a lock. Throws field
 * errors, or `busy`.
 */
async function requireSendable(deps: TemplateDeps, eventId: number, template: Addressed) {
  const found = await sampleFor(deps.db, deps.publicUrl, eventId);
  await requireRendering(deps.renderer, template, found);
  await requireOwner(deps.renderer, template, found);
  return found;
}

async function save(
  tx: Database,
  deps: TemplateDeps,
  caller: Caller,
  stored: TemplateRow,
  values: TemplateValues,
  what: 'updated' | 'restored',
  more: Record<string, unknown> = {},
): Promise<void> {
  const { type, subject, from, to, bcc, body, categoryId, description, enabled, unsubscribe } =
    values;
  const saved = {
    type,
    subject,
    from,
    to,
    bcc,
    body,
    categoryId,
    description,
    enabled,
    unsubscribe,
  };
  await updateTemplate(tx, stored, saved, { at: deps.clock.now(), by: caller.authenticated.id });
  const fields = keysOf(saved);
  const changed = fields.filter((field) => saved[field] !== stored[field]);
  await audit(tx, deps, caller, what, {
    entityId: stored.id,
    details: {
      changed,
      version: stored.version + 1,
      ...more,
    },
  });
}

/** A sender equal to the default is stored as null, so that it follows the settings. */
async function valuesOf(
  tx: Database,
  { fromAddress }: TemplateDeps,
  form: Form,
): Promise<TemplateValues> {
  const { category, ...values } = form;
  if (category !== null && (await findCategory(tx, category)) === undefined)
    throw invalidField('category', 'This category does not exist.');
  const from = values.from.toLowerCase() === fromAddress.toLowerCase() ? null : values.from;
  return { ...values, from, categoryId: category };
}

/** The unique index decides which template an event uses; the second writer gets a field error. */
function oneEnabled<Result>(
  field: 'usedFor' | 'enabled',
  work: () => Promise<Result>,
): Promise<Result> {
  const message = 'This event has an enabled template already.';
  return unlessTaken(
    'email_templates_enabled',
    () => new AppError('conflict', { message, fields: { [field]: message } }),
    work,
  );
}
