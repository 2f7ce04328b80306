import type { TemplateProblem } from '@lintel/contract/emails/queue';
import type { Context } from '../../../platform/context.ts';
import { AppError, invalidField } from '../../../platform/errors.ts';
import { isBusy } from '../../../platform/render/render-error.ts';
import { findEvent } from './events.ts';
import { goesToOwnerAlone } from './pages/unsubscribe.ts';
import { FieldError, type Frame, type MailRenderer } from './rendering/renderer.ts';
import { sampleData } from './samples.ts';

interface TemplateDraft {
  subject: string;
  body: string;
  to?: string;
  bcc?: string;
}

interface Sample {
  event: string | null;
  sample: Record<string, unknown>;
}

/**
 * The name and sample data of an event. Without an event, or for an unknown one, the name is null
 * and the data are general.
 */
export async function sampleFor(
  { db, config }: Pick<Context, 'db' | 'config'>,
  eventId: number | undefined,
): Promise<Sample> {
  const event = eventId === undefined ? undefined : await findEvent(db, eventId);
  return { event: event?.type ?? null, sample: sampleData(event?.type ?? '', config.publicUrl) };
}

interface TrialRender {
  subject: string;
  html: string;
  text: string;
  /** Describes what was removed from the HTML; null if nothing was. */
  removed: string | null;
}

/** Renders a template with sample data, or returns the first problem. Throws `busy`. */
export async function tryOut(
  renderer: MailRenderer,
  template: TemplateDraft,
  sample: Record<string, unknown>,
  frame: Frame,
): Promise<TrialRender | { problem: TemplateProblem }> {
  try {
    for (const field of ['to', 'bcc'] as const)
      await checkAddresses(renderer, field, template[field], sample);
    const subject = await renderer.subject(template.subject, sample, frame);
    if (subject === '')
      return { problem: { field: 'subject', line: 1, column: 1, message: 'The subject is empty' } };
    return {
      subject,
      ...(await renderer.body(template.body, sample, { subject, ...frame })),
    };
  } catch (error) {
    if (error instanceof FieldError) return { problem: error.problem };
    if (isBusy(error)) throw new AppError('busy');
    throw error;
  }
}

/**
 * Like `tryOut`, for a template that is about to be stored: forbidden content is a problem here,
 * while sending only removes it.
 */
export async function tryStrictly(
  renderer: MailRenderer,
  template: TemplateDraft,
  sample: Record<string, unknown>,
  frame: Frame,
): Promise<TrialRender | { problem: TemplateProblem }> {
  const result = await tryOut(renderer, template, sample, frame);
  if ('problem' in result || result.removed === null) return result;
  const written = await renderer.problemIn(template.body);
  return { problem: { field: 'body', line: 1, message: result.removed, ...written, column: 1 } };
}

/** Rejects a template that can't be rendered. Throws field errors, or `busy`. */
export async function requireRendering(
  renderer: MailRenderer,
  template: TemplateDraft,
  { event, sample }: Sample,
): Promise<void> {
  const result = await tryStrictly(renderer, template, sample, {
    unsubscribeUrl: null,
    language: 'en',
    postalAddress: '',
    keepsLinks: goesToOwnerAlone(event ?? ''),
  });
  if (!('problem' in result)) return;
  const { field, line, message } = result.problem;
  throw invalidField(field, field === 'body' ? `Line ${line}: ${message}` : message);
}

/**
 * Links that open an account go to its owner only: no template can redirect them. Throws field
 * errors, or `busy`.
 */
export async function requireOwner(
  renderer: MailRenderer,
  template: { to: string; bcc: string },
  { event, sample }: Sample,
): Promise<void> {
  if (event === null || !goesToOwnerAlone(event)) return;
  const message = 'Messages about an account can go only to that account.';
  if (template.bcc !== '') throw invalidField('bcc', message);
  const [to, ...others] = await renderer
    .addresses('to', template.to, sample)
    .catch((error: unknown) => {
      throw isBusy(error) ? new AppError('busy') : error;
    });
  if (to?.address !== sample['to'] || others.length > 0) throw invalidField('to', message);
}

/** Sample data may lack a variable, so only literal addresses are checked. */
async function checkAddresses(
  renderer: MailRenderer,
  field: 'to' | 'bcc',
  source: string | undefined,
  sample: Record<string, unknown>,
): Promise<void> {
  if (source === undefined || source === '') return;
  const found = await renderer.addresses(field, source, sample);
  if (found.length > 0 || source.includes('{')) return;
  throw new FieldError({ field, line: 1, column: 1, message: 'This contains no e-mail address' });
}
