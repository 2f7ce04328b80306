import type { TemplateProblem } from '@lintel/contract/emails-queue';
import type { Database } from '../../platform/db/connect.ts';
import { invalidField } from '../../platform/errors.ts';
import { findEvent } from './event-repository.ts';
import { isAccountEvent } from './policy.ts';
import { FieldError, type MailRenderer } from './rendering/renderer.ts';
import { sampleOf } from './samples.ts';

interface Checked {
  subject: string;
  body: string;
  /** Only where the template has them. */
  to?: string;
  bcc?: string;
}

/** The name and the sample data of an event; for none, or one that does not exist, the name is null and the data are general. */
export async function sampleFor(
  db: Database,
  publicUrl: string,
  eventId: number | undefined,
): Promise<{ event: string | null; sample: Record<string, unknown> }> {
  const event = eventId === undefined ? undefined : await findEvent(db, eventId);
  return { event: event?.type ?? null, sample: sampleOf(event?.type ?? '', publicUrl) };
}

/** What a template makes of sample data, or the first thing that is wrong with it. */
export function tryOut(
  renderer: MailRenderer,
  template: Checked,
  sample: Record<string, unknown>,
  unsubscribeUrl: string | null,
): { subject: string; html: string; text: string } | { problem: TemplateProblem } {
  try {
    for (const field of ['to', 'bcc'] as const) checkAddresses(renderer, field, template[field], sample);
    const subject = renderer.subject(template.subject, sample);
    if (subject === '') return { problem: { field: 'subject', line: 1, column: 1, message: 'The subject is empty' } };
    return { subject, ...renderer.body(template.body, sample, { subject, unsubscribeUrl }) };
  } catch (error) {
    if (error instanceof FieldError) return { problem: error.problem };
    throw error;
  }
}

/** A template that cannot be rendered is not stored. Throws field errors. */
export function requireRendering(renderer: MailRenderer, template: Checked, sample: Record<string, unknown>): void {
  const result = tryOut(renderer, template, sample, null);
  if (!('problem' in result)) return;
  const { field, line, message } = result.problem;
  throw invalidField(field, field === 'body' ? `Line ${line}: ${message}` : message);
}

/** What opens an account goes to its owner alone: no template can send it elsewhere. Throws field errors. */
export function requireOwner(
  renderer: MailRenderer,
  template: { to: string; bcc: string },
  { event, sample }: { event: string | null; sample: Record<string, unknown> },
): void {
  if (event === null || !isAccountEvent(event)) return;
  const message = 'Messages about an account go to that account alone.';
  if (template.bcc !== '') throw invalidField('bcc', message);
  const [to, ...others] = renderer.addresses('to', template.to, sample);
  if (to !== sample['to'] || others.length > 0) throw invalidField('to', message);
}

/** Sample data may lack what a variable names, so only an address that is written out must be there. */
function checkAddresses(
  renderer: MailRenderer,
  field: 'to' | 'bcc',
  source: string | undefined,
  sample: Record<string, unknown>,
): void {
  if (source === undefined || source === '') return;
  const found = renderer.addresses(field, source, sample);
  if (found.length > 0 || source.includes('{')) return;
  throw new FieldError({ field, line: 1, column: 1, message: 'This holds no e-mail address' });
}
