import { brandOf } from '../../../platform/brand.ts';
import { momentText } from '../../../platform/days.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { onJob, slots } from '../../../platform/jobs/job.ts';
import type { Context } from '../../../platform/context.ts';
import type { Part } from '../../../platform/part.ts';
import { sayIn } from '../../../platform/persons.ts';
import type { Language } from '@lintel/contract/core/language';
import { textKinds, type TextKind } from '@lintel/contract/texts/constants';
import type { NoteResult } from '../results.ts';
import type { TextProvider } from './provider.ts';
import { resumeTexts, sendText, withdrawConsent } from './queue-jobs.ts';
import { resumeStranded, type TextDeps } from './queue.ts';
import { findRecipient, selectAbout, selectReadable } from './repository.ts';
import { textRoutes } from './routes.ts';
import { sendQueued } from './send.ts';
import { shownNumber } from './numbers.ts';
import type { OnStopped } from './stops.ts';
import { webhookRoutes } from './webhooks.ts';

export { openTexts } from './open.ts';
export type { TextProvider } from './provider.ts';
export { stoppedOf, textOutlook } from './outlook.ts';
export { selectStatuses as readTextStatuses } from './repository.ts';
export { queueText, type NotifyOutcome, type TextDeps } from './queue.ts';
export { forgetTexts, takeBackTexts, textRetention } from './retention.ts';
export { segmentsOf } from './segments.ts';
export { textWords, type TextFacts } from './words/index.ts';

interface Deps extends Pick<Context, 'config' | 'database' | 'clock' | 'keys' | 'log'> {
  /** The SMS provider; null when SMS is off. */
  texts: TextProvider | null;
  onStopped: OnStopped;
  noteResult: NoteResult;
}

/** A text in the outbox (`/outbox`). */
export interface ShownText {
  to: string;
  body: string;
  about: string;
  status: string;
  segments: number;
  at: Date;
}

/** Texts: the queue and its jobs, the provider's webhooks, and stopped numbers. */
export function part(deps: Deps): Part & {
  text: TextDeps;
  newest: () => Promise<ShownText[]>;
} {
  const { config, clock, keys, log, onStopped, noteResult, texts: provider } = deps;
  const { db } = deps.database;
  const { publicUrl } = config;
  const text: TextDeps = {
    clock,
    textKey: keys.derive('text payload'),
    textsOn: provider !== null,
  };
  const apart = deps.database.apart(slots.texts + 1).db;
  return {
    text,
    newest: async () =>
      (await selectReadable(db, newestShown)).map((row) => ({
        to: row.to === null ? '' : shownNumber(row.to),
        body: row.body ?? '',
        about: textKinds[row.about],
        status: row.status,
        segments: row.segments,
        at: row.createdAt,
      })),
    routes: [
      ...textRoutes({ db, clock, noteResult }),
      ...webhookRoutes({
        db,
        clock,
        provider,
        publicUrl,
        onStopped,
        noteResult,
        brand: brandOf(config),
      }),
    ],
    jobs:
      provider === null
        ? []
        : [
            onJob(sendText, (of) =>
              // Sending happens inside a transaction, so it has its own connections: a slow
              // provider can't exhaust the shared ones.
              sendQueued({ ...text, db: apart, provider, publicUrl, log, noteResult }, of),
            ),
            onJob(withdrawConsent, (of) =>
              db.transaction(async (tx) => {
                const number = await findRecipient(tx, of);
                if (number !== null) await onStopped(tx, { number, now: clock.now() });
              }),
            ),
          ],
    schedules: [
      {
        pattern: '*/5 * * * *',
        handler: onJob(resumeTexts, () => resumeStranded({ db, log })),
        atStart: true,
      },
    ],
  };
}

const newestShown = 50;

const kindsInSpanish: Record<TextKind, string> = {
  'homeowner-received': 'Solicitud recibida',
  'homeowner-confirm': 'Confirmación de las respuestas',
  'homeowner-offers': 'Llegaron ofertas',
  'homeowner-no-offers': 'Ningún prestamista tiene una oferta',
  'homeowner-choice': 'Elección confirmada',
  'homeowner-taken-back': 'Oferta retirada',
  'homeowner-information': 'Se pide información',
  'homeowner-approved': 'Aprobada',
  'homeowner-funded': 'Dinero entregado',
  'homeowner-expiring': 'Por vencer',
  'homeowner-withdrawn': 'Solicitud retirada',
  'link-apply': 'Enlace para solicitar',
  'link-reminder': 'Recordatorio de un enlace',
  document: 'Presupuesto o factura',
};

/** The texts about an application, for a homeowner's data request. */
export async function textsAbout(
  db: Database,
  about: { contractorId: number; start: string },
  { timeZone, language }: { timeZone: string; language: Language },
): Promise<[string, string][]> {
  const say = sayIn(language);
  const rows = await selectAbout(db, about.contractorId, about.start);
  return rows.map((row) => {
    const to = row.to === null ? '' : shownNumber(row.to);
    return [
      `${say('Text message', 'Mensaje de texto')}, ${momentText(row.createdAt, timeZone, language)}`,
      say(textKinds[row.about], kindsInSpanish[row.about]) + (to && say(`, to ${to}`, `, a ${to}`)),
    ];
  });
}
