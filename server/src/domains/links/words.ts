import type { Language } from '@lintel/contract/core/language';
import { plainName } from '../messaging/index.ts';

/** What a text with a link says: who writes, what it is, and how to end texts. */
interface Facts {
  company: string;
  /** `$12,000`, or empty. */
  amount: string;
  link: string;
}
type Words = (facts: Facts) => string;

/**
 * In the alphabet that phones pack best (GSM 03.38), which has `é`, `ñ` and `¿` but no `á`, `í`, `ó`
 * and `ú`: the Spanish words are chosen to do without.
 */
const texts: Record<Language, Record<'first' | 'reminder', Words>> = {
  en: {
    first: ({ company, amount, link }) =>
      `${company}: here is your link to apply for financing${amount && ` of ${amount}`}: ${link} Msg & data rates may apply. Reply HELP for help, STOP to end.`,
    reminder: ({ company, link }) =>
      `${company}: a reminder, your link to apply for financing is still open: ${link} Reply STOP to end.`,
  },
  es: {
    first: ({ company, amount, link }) =>
      `${company}: este es su enlace para solicitar financiamiento${amount && ` de ${amount}`}: ${link} Su plan puede cobrar por mensajes y datos. Responda HELP para ayuda o STOP para no recibir textos.`,
    reminder: ({ company, link }) =>
      `${company}: le recordamos su enlace para solicitar financiamiento: ${link} Responda STOP para no recibir textos.`,
  },
};
/** A company whose name no phone writes plainly. */
const unnamed: Record<Language, string> = { en: 'Your contractor', es: 'Su contratista' };
const longestName = 40;

export const textWords = (language: Language, what: 'first' | 'reminder', facts: Facts): string =>
  texts[language][what]({
    ...facts,
    company: plainName(facts.company, longestName, unnamed[language]),
  });
