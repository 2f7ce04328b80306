import type { z } from 'zod';
import type { Template, Unsubscriber } from '@lintel/contract/emails/templates';
import type { builtInMessage, failedMessage, templateVersion } from '@lintel/contract/emails/queue';
import type { Context } from '../../../platform/context.ts';
import { AppError } from '../../../platform/errors.ts';
import type { EventRow } from './events.ts';
import type { MessageRow } from '../queue/index.ts';
import { findTemplate, type TemplateWithCategory, type VersionRow } from './template-repository.ts';
import type { UnsubscriberRow } from './preference-repository.ts';

/** Editors' names by user id. */
export type Names = ReadonlyMap<number, string>;

/** The product itself has no account. */
const authorName = (names: Names, id: number | null): string =>
  id === null ? 'Built in' : (names.get(id) ?? `Account ${id}`);

export function presentTemplate(
  { template, category }: TemplateWithCategory,
  { names, fromAddress }: { names: Names; fromAddress: string },
): Template {
  const { id, subject, to, bcc, body, description, enabled, unsubscribe, version } = template;
  return {
    id,
    type: template.type === 0 ? 0 : 1,
    subject,
    from: template.from ?? fromAddress,
    to,
    bcc,
    body,
    usedFor: template.eventId,
    category,
    description,
    enabled,
    unsubscribe,
    version,
    lastEdit: template.lastEdit.toISOString(),
    lastEditBy: authorName(names, template.lastEditBy),
  };
}

export const presentVersion = (
  row: VersionRow,
  newest: number,
  names: Names,
): z.output<typeof templateVersion> => ({
  version: row.version,
  subject: row.subject,
  body: row.body,
  savedAt: row.savedAt.toISOString(),
  savedBy: authorName(names, row.savedBy),
  current: row.version === newest,
});

export const presentEvent = ({ id, type }: EventRow): { id: number; type: string } => ({
  id,
  type,
});

export const presentUnsubscriber = ({
  id,
  email,
  date,
  source,
}: UnsubscriberRow): Unsubscriber => ({
  id,
  email,
  date: date.toISOString(),
  source,
});

export const presentFailed = (row: MessageRow): z.output<typeof failedMessage> => ({
  id: row.id,
  event: row.event,
  to: row.recipient ?? '',
  failedAt: (row.settledAt ?? row.createdAt).toISOString(),
  reason: row.reason ?? '',
});

export const presentBuiltIn = (row: MessageRow): z.output<typeof builtInMessage> => ({
  id: row.id,
  event: row.event,
  to: row.recipient ?? '',
  madeAt: row.createdAt.toISOString(),
  reason: row.builtInReason ?? '',
});

/** The names for `ids`, without duplicate lookups. */
export async function namesIn(
  { db, accounts }: Context,
  ids: readonly (number | null)[],
): Promise<Names> {
  const known = [...new Set(ids)].filter((id) => id !== null);
  return known.length === 0 ? new Map() : accounts.namesOf(db, known);
}

/** A template in its API shape. Throws `not_found`. */
export async function oneTemplate(context: Context, id: number): Promise<Template> {
  const row = await findTemplate(context.db, id);
  if (row === undefined) throw new AppError('not_found');
  const names = await namesIn(context, [row.template.lastEditBy]);
  return presentTemplate(row, { names, fromAddress: context.config.mailFrom.address });
}
