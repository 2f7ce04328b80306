import type { z } from 'zod';
import { keysOf } from '@lintel/contract/core/map-values';
import type { newTemplateForm, templateForm } from '@lintel/contract/emails/templates';
import { auditor, type Caller } from '../../../platform/audit/audit.ts';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { unlessTaken } from '../../../platform/db/failures.ts';
import { AppError, invalidField } from '../../../platform/errors.ts';
import { requireOwner, requireRendering, sampleFor } from './check.ts';
import { findCategory } from './events.ts';
import { createMailRenderer } from './rendering/renderer.ts';
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

type Form = z.output<typeof templateForm>;
type TemplateAddress = Pick<Form, 'subject' | 'body' | 'to' | 'bcc'>;

/**
 * Creates a template and returns its id. Throws `conflict` when its event has an enabled one, or
 * field errors.
 */
export async function createTemplate(
  context: Context,
  caller: Caller,
  form: z.output<typeof newTemplateForm>,
): Promise<number> {
  const { usedFor, ...rest } = form;
  const { event } = await requireSendable(context, usedFor, rest);
  return oneEnabled('usedFor', () =>
    context.db.transaction(async (tx) => {
      if (event === null) throw invalidField('usedFor', 'This event does not exist.');
      const values = { ...(await templateValues(tx, context, rest)), eventId: usedFor };
      const id = await insertTemplate(tx, values, {
        at: context.clock.now(),
        by: caller.authenticated.id,
      });
      await audit(tx, context, caller, 'created', {
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
  context: Context,
  caller: Caller,
  request: { id: number; version: number | undefined; form: Form },
): Promise<void> {
  // The event never changes, so the template can be checked before the transaction.
  const seen = await findTemplate(context.db, request.id);
  if (seen === undefined) throw new AppError('not_found');
  await requireSendable(context, seen.template.eventId, request.form);
  await oneEnabled('enabled', () =>
    context.db.transaction(async (tx) => {
      const stored = await lockTemplate(tx, request.id);
      if (stored === undefined) throw new AppError('not_found');
      if (request.version !== undefined && request.version !== stored.version)
        throw new AppError('conflict', { message: 'Someone else changed this template.' });
      await save(
        tx,
        context,
        caller,
        stored,
        await templateValues(tx, context, request.form),
        'updated',
      );
    }),
  );
}

/**
 * Restores the subject and body of an earlier version as a new one. Throws `not_found` or field
 * errors.
 */
export async function restoreVersion(
  context: Context,
  caller: Caller,
  id: number,
  version: number,
): Promise<void> {
  const seen = await findTemplate(context.db, id);
  const earlier = await findVersion(context.db, id, version);
  if (seen === undefined || earlier === undefined) throw new AppError('not_found');
  const { subject, body } = earlier;
  await requireSendable(context, seen.template.eventId, { ...seen.template, subject, body });
  await context.db.transaction(async (tx) => {
    const stored = await lockTemplate(tx, id);
    if (stored === undefined) throw new AppError('not_found');
    const values = { ...stored, subject, body };
    await save(tx, context, caller, stored, values, 'restored', { restored: version });
  });
}

/**
 * Renders a template with its event's sample data. Slow, so it runs without a lock. Throws field
 * errors, or `busy`.
 */
async function requireSendable(context: Context, eventId: number, template: TemplateAddress) {
  const found = await sampleFor(context, eventId);
  const renderer = createMailRenderer(context);
  await requireRendering(renderer, template, found);
  await requireOwner(renderer, template, found);
  return found;
}

async function save(
  tx: Database,
  context: Context,
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
  await updateTemplate(tx, stored, saved, { at: context.clock.now(), by: caller.authenticated.id });
  const fields = keysOf(saved);
  const changed = fields.filter((field) => saved[field] !== stored[field]);
  await audit(tx, context, caller, what, {
    entityId: stored.id,
    details: {
      changed,
      version: stored.version + 1,
      ...more,
    },
  });
}

/** A sender equal to the default is stored as null, so that it follows the settings. */
async function templateValues(
  tx: Database,
  { config }: Context,
  form: Form,
): Promise<TemplateValues> {
  const { category, ...values } = form;
  if (category !== null && (await findCategory(tx, category)) === undefined)
    throw invalidField('category', 'This category does not exist.');
  const from =
    values.from.toLowerCase() === config.mailFrom.address.toLowerCase() ? null : values.from;
  return { ...values, from, categoryId: category };
}

/** The unique index decides which template an event uses; the second writer gets a field error. */
function oneEnabled<Result>(
  field: 'usedFor' | 'enabled',
  work: () => Promise<Result>,
): Promise<Result> {
  const message = 'This event already has an enabled template.';
  return unlessTaken(
    'email_templates_enabled',
    () => new AppError('conflict', { message, fields: { [field]: message } }),
    work,
  );
}
