import { momentText } from '../../../platform/days.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { onJob } from '../../../platform/jobs/job.ts';
import type { Context } from '../../../platform/context.ts';
import type { Part } from '../../../platform/part.ts';
import { translateTo } from '../../../platform/persons.ts';
import type { Language } from '@lintel/contract/core/language';
import { findText, selectAbout } from '../queue/index.ts';
import { kindText } from './kinds.ts';
import { withdrawConsent } from './queue-jobs.ts';
import { selectReadable } from './repository.ts';
import { textRoutes } from './routes.ts';
import { shownNumber } from './numbers.ts';
import { webhookRoutes } from './webhooks.ts';

export { textChannel } from './channel.ts';
export { openTexts } from './open.ts';
export type { TextProvider } from './provider.ts';
export { findStopped, textOutlook } from './outlook.ts';
export { queueText, type NotifyOutcome } from './queue.ts';
export { countSegments } from './segments.ts';
export { textWords, type TextFacts } from './words/index.ts';

/** A text in the outbox (`/outbox`). */
export interface TextView {
  to: string;
  body: string;
  about: string;
  status: string;
  segments: number;
  at: Date;
}

/** The SMS provider's webhooks, texts for staff, and stopped numbers. */
export function part(context: Context): Part {
  const { db, clock, emit } = context;
  return {
    routes: [...textRoutes(context), ...webhookRoutes(context)],
    jobs: [
      onJob(withdrawConsent, (of) =>
        db.transaction(async (tx) => {
          const text = await findText(tx, of);
          if (text === undefined || text.recipient === null) return;
          await emit(tx, 'number.stopped', { number: text.recipient, now: clock.now() });
        }),
      ),
    ],
  };
}

/** The newest texts that are kept readable, for the outbox. */
export const newestTexts = async (db: Database): Promise<TextView[]> =>
  (await selectReadable(db, newestShown)).map((row) => ({
    to: row.recipient === null ? '' : shownNumber(row.recipient),
    body: row.text ?? '',
    about: kindText(row.event),
    status: row.status,
    segments: row.segments ?? 1,
    at: row.createdAt,
  }));

const newestShown = 50;

/** The texts about an application, for a homeowner's data request. */
export async function textsAbout(
  db: Database,
  { contractorId, applicationId }: { contractorId: number; applicationId: number },
  { timeZone, language }: { timeZone: string; language: Language },
): Promise<[string, string][]> {
  const say = translateTo(language);
  const about = { kind: 'homeowner', id: applicationId } as const;
  const rows = await selectAbout(db, { contractorId, channel: 'text' }, about);
  return rows.toReversed().map(({ recipient, event, createdAt }) => {
    const to = recipient === null ? '' : shownNumber(recipient);
    return [
      `${say('Text message', 'Mensaje de texto')}, ${momentText(createdAt, timeZone, language)}`,
      kindText(event, language) + (to && say(`, to ${to}`, `, a ${to}`)),
    ];
  });
}
