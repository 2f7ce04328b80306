import type { Template, Unsubscriber } from '@lintel/contract/emails';
import type { builtInMessage, failedMessage, templateVersion } from '@lintel/contract/emails-queue';
import type { z } from 'zod';
import type { MessageRow } from './message-repository.ts';
import type { TemplateWithCategory, VersionRow } from './template-repository.ts';
import type { UnsubscriberRow } from './unsubscriber-repository.ts';

/** The names of those who saved something, by their id. */
export type Names = ReadonlyMap<number, string>;

/** The product itself has no account. */
const nameOf = (names: Names, id: number | null): string =>
  id === null ? 'Built in' : (names.get(id) ?? `Account ${id}`);

export function presentTemplate(
  { template, category }: TemplateWithCategory,
  names: Names,
): Template {
  const { id, subject, from, to, bcc, body, description, enabled, unsubscribe, version } = template;
  return {
    id,
    type: template.type === 0 ? 0 : 1,
    subject,
    from,
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
    lastEditBy: nameOf(names, template.lastEditBy),
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
  savedBy: nameOf(names, row.savedBy),
  current: row.version === newest,
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
  to: row.to ?? '',
  failedAt: (row.settledAt ?? row.createdAt).toISOString(),
  reason: row.reason ?? '',
});

export const presentBuiltIn = (row: MessageRow): z.output<typeof builtInMessage> => ({
  id: row.id,
  event: row.event,
  to: row.to ?? '',
  madeAt: row.createdAt.toISOString(),
  reason: row.builtInReason ?? '',
});
