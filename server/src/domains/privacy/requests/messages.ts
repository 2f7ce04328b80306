import type { Language } from '@lintel/contract/core/language';
import { answerDays, copyDays, proofHours } from '@lintel/contract/privacy/constants';
import type { RequestKind } from '@lintel/contract/privacy/constants';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/db/connect.ts';
import type { RetainedData } from '../../../platform/persons.ts';
import { notify } from '../../messaging/index.ts';
import type { RequestRow } from './repository.ts';

/** Content of a message about a request: a title and a sentence for each field. */
interface MessageText {
  title: string;
  lines: string[];
  button?: string;
}

/**
 * Messages to homeowners about their requests, in the language of the request. Reasons written by
 * staff stay as written.
 */
interface Words {
  kinds: Record<RequestKind, string>;
  linkHours: string;
  /** Opens the linked page in the same language, even on another device. */
  query: string;
  received(of: { id: number; kind: RequestKind; due: string }): MessageText;
  extended(of: { id: number; due: string; reason: string }): MessageText;
  rejected(of: { id: number; reason: string }): MessageText;
  copyReady: MessageText;
  erased(kept: readonly RetainedData[]): MessageText;
}

const english: Words = {
  kinds: { copy: 'Copy of the data', deletion: 'Deletion' },
  linkHours: `${proofHours} hours`,
  query: '',
  received: ({ id, kind, due }) => ({
    title: 'We received your request',
    lines: [
      kind === 'copy'
        ? 'You asked for a copy of the personal data we hold about this e-mail address.'
        : 'You asked us to delete the personal data we hold about this e-mail address.',
      `We'll answer by ${due}. Your request number is ${id}.`,
    ],
  }),
  extended: ({ id, due, reason }) => ({
    title: 'We need more time for your request',
    lines: [
      `The law allows us to take ${answerDays} more days for your request ${id}. We'll answer by ${due}.`,
      `Why: ${reason}`,
    ],
  }),
  rejected: ({ id, reason }) => ({
    title: 'We can’t fulfill your request',
    lines: [`We reviewed and rejected your request ${id}.`, `Why: ${reason}`],
  }),
  copyReady: {
    title: 'The copy of your data is ready',
    lines: [
      'You asked for a copy of the personal data we hold about this e-mail address. You can download it as a document to read or as data for another program.',
      `The link works for ${copyDays} days. Don't forward this message: anyone with the link can read the copy.`,
    ],
    button: 'Get my copy',
  },
  erased: (kept) => ({
    title: 'Your data was deleted',
    lines: [
      'We deleted the personal data we held about this e-mail address. We notified the contractors you applied with.',
      'Kept for now:',
      ...kept.map(({ what, why }) => `${what}. ${why}`),
      'Lenders you applied with keep their own records. Our emergency backups keep the data until they are replaced.',
    ],
  }),
};

const spanish: Words = {
  kinds: { copy: 'Copia de los datos', deletion: 'Eliminación' },
  linkHours: `${proofHours} horas`,
  query: '?lang=es',
  received: ({ id, kind, due }) => ({
    title: 'Recibimos su solicitud',
    lines: [
      kind === 'copy'
        ? 'Usted pidió una copia de los datos personales que tenemos sobre este correo electrónico.'
        : 'Usted nos pidió eliminar los datos personales que tenemos sobre este correo electrónico.',
      `Le responderemos a más tardar el ${due}. El número de su solicitud es ${id}.`,
    ],
  }),
  extended: ({ id, due, reason }) => ({
    title: 'Necesitamos más tiempo para su solicitud',
    lines: [
      `La ley nos permite tomar ${answerDays} días más para su solicitud ${id}. Le responderemos a más tardar el ${due}.`,
      `Motivo: ${reason}`,
    ],
  }),
  rejected: ({ id, reason }) => ({
    title: 'No podemos hacer lo que pidió',
    lines: [`Revisamos su solicitud ${id} y la rechazamos.`, `Motivo: ${reason}`],
  }),
  copyReady: {
    title: 'La copia de sus datos está lista',
    lines: [
      'Usted pidió una copia de los datos personales que tenemos sobre este correo electrónico. Puede descargarla como documento para leer y como datos para otro programa. Está en inglés.',
      `El enlace funciona durante ${copyDays} días. No reenvíe este mensaje: quien tenga el enlace puede leer la copia.`,
    ],
    button: 'Descargar mi copia',
  },
  erased: (kept) => ({
    title: 'Sus datos fueron eliminados',
    lines: [
      'Eliminamos los datos personales que teníamos sobre este correo electrónico. Se lo avisamos a los contratistas con los que usted hizo una solicitud.',
      'Por ahora conservamos:',
      ...kept.map(({ what, why }) => `${what}. ${why}`),
      'Los prestamistas con los que hizo una solicitud guardan sus propios registros. Las copias que hacemos para emergencias conservan los datos hasta que se reemplazan.',
    ],
  }),
};

export const messageTexts: Record<Language, Words> = { en: english, es: spanish };

/** Sends a message to the requester, once for each event. */
export async function notifyPerson(
  tx: Database,
  context: Context,
  { id, email, language }: RequestRow,
  { what, text, link }: { what: string; text: MessageText; link?: string },
): Promise<void> {
  const { title, lines, button } = text;
  await notify(tx, context, {
    event: language === 'es' ? 'privacy-news-es' : 'privacy-news',
    key: `privacy-request:${id}:${what}`,
    data: {
      to: email,
      news: { title, lines },
      ...(link !== undefined && button !== undefined && { link, button }),
    },
  });
}
