import { momentText } from '../../../platform/days.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { onJob, slots, type JobHandler } from '../../../platform/jobs/job.ts';
import type { Context } from '../../../platform/context.ts';
import type { Part } from '../../../platform/part.ts';
import { sayIn } from '../../../platform/persons.ts';
import type { Language } from '@lintel/contract/core/language';
import { textKinds, type TextKind } from '@lintel/contract/texts/constants';
import { resumeTexts, sendText, withdrawConsent } from './queue-jobs.ts';
import { resumeStranded } from './queue.ts';
import { findRecipient, selectAbout, selectReadable } from './repository.ts';
import { textRoutes } from './routes.ts';
import { sendQueued, type Sending } from './send.ts';
import { shownNumber } from './numbers.ts';
import { webhookRoutes } from './webhooks.ts';

export { openTexts } from './open.ts';
export type { TextProvider } from './provider.ts';
export { stoppedOf, textOutlook } from './outlook.ts';
export { selectStatuses as readTextStatuses } from './repository.ts';
export { queueText, type NotifyOutcome } from './queue.ts';
export { forgetTexts, takeBackTexts, textRetention } from './retention.ts';
export { segmentsOf } from './segments.ts';
export { textWords, type TextFacts } from './words/index.ts';

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
export function part(context: Context): Part {
  const { texts } = context;
  return {
    routes: [...textRoutes(context), ...webhookRoutes(context)],
    jobs: texts === null ? [] : sendingJobs({ ...context, texts }),
    schedules: [
      {
        pattern: '*/5 * * * *',
        handler: onJob(resumeTexts, () => resumeStranded(context)),
        atStart: true,
      },
    ],
  };
}

function sendingJobs(context: Sending): JobHandler[] {
  const { db, database, clock, emit } = context;
  // Sending happens inside a transaction, so it has its own connections: a slow provider can't
  // exhaust the shared ones.
  const sending = { ...context, db: database.apart(slots.texts + 1).db };
  return [
    onJob(sendText, (of) => sendQueued(sending, of)),
    onJob(withdrawConsent, (of) =>
      db.transaction(async (tx) => {
        const number = await findRecipient(tx, of);
        if (number !== null) await emit(tx, 'number.stopped', { number, now: clock.now() });
      }),
    ),
  ];
}

/** The newest texts that are kept readable, for the outbox. */
export const newestTexts = async (db: Database): Promise<ShownText[]> =>
  (await selectReadable(db, newestShown)).map((row) => ({
    to: row.to === null ? '' : shownNumber(row.to),
    body: row.body ?? '',
    about: textKinds[row.about],
    status: row.status,
    segments: row.segments,
    at: row.createdAt,
  }));

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
