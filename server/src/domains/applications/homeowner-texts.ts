import type { Language } from '@lintel/contract/core/language';
import type { TextKind } from '@lintel/contract/texts/constants';
import { inPlainAlphabet, plainName } from '../messaging/index.ts';

/** What a homeowner is told of, as texts are called without `homeowner-`. */
type Told = TextKind extends infer Kind
  ? Kind extends `homeowner-${infer What}`
    ? What
    : never
  : never;

/**
 * What texts say: who writes, why, the way back, and how to end them. In the alphabet that phones
 * pack best (GSM 03.38), which has `é`, `ñ` and `¿` but no `á`, `í`, `ó` and `ú`: the Spanish words
 * are chosen to do without. Two segments at most.
 */
interface Facts {
  company: string;
  lender: string;
  /** Of the lender, as people write it; empty where it has none. */
  phone: string;
  /** Until when, as a day; empty where there is no end. */
  until: string;
  link: string;
}
type Text = (facts: Facts) => string;
type Texts = Record<Told, Text>;

/** How to reach the lender, where it has a phone. */
const orCall = (phone: string): string => (phone === '' ? '' : ` or call ${phone}.`);
const oLlame = (phone: string): string => (phone === '' ? '' : ` o llame al ${phone}.`);

const english: Texts = {
  received: ({ company, link }) =>
    `${company}: we received your financing application. Come back to it any time: ${link} Msg & data rates may apply. Reply HELP for help, STOP to end.`,
  confirm: ({ company, link }) =>
    `${company}: your phone and e-mail were used twice to apply for financing. Check the answers: ${link} Reply STOP to end.`,
  offers: ({ company, link }) =>
    `${company}: your financing offers are here: ${link} Reply STOP to end.`,
  'no-offers': ({ company, link }) =>
    `${company}: no lender has an offer for you this time. What you can do: ${link} Reply STOP to end.`,
  choice: ({ company, lender, link }) =>
    `${company}: you chose the offer of ${lender}. See where it stands: ${link} Reply STOP to end.`,
  'taken-back': ({ company, lender, link }) =>
    `${company}: ${lender} took back the offer that you chose. See where it stands: ${link} Reply STOP to end.`,
  information: ({ company, lender, phone, until, link }) =>
    `${company}: ${lender} needs something from you${until === '' ? '' : ` by ${until}`}. See what: ${link}${orCall(phone)} Reply STOP to end.`,
  approved: ({ company, lender, link }) =>
    `${company}: ${lender} approved your financing. See what happens next: ${link} Reply STOP to end.`,
  funded: ({ company, lender, link }) =>
    `${company}: ${lender} paid out the money for your project. Details: ${link} Reply STOP to end.`,
  expiring: ({ company, lender, phone, until, link }) =>
    `${company}: ${lender} still needs something from you. Your application expires after ${until}: ${link}${orCall(phone)} Reply STOP to end.`,
  withdrawn: ({ company }) =>
    `${company}: you withdrew your financing application. Earlier links no longer open it. Reply STOP to end.`,
};

const spanish: Texts = {
  received: ({ company, link }) =>
    `${company}: ya tenemos su solicitud de financiamiento. Puede volver a verla cuando quiera: ${link} Su plan puede cobrar por mensajes y datos. Responda HELP para ayuda o STOP para no recibir textos.`,
  confirm: ({ company, link }) =>
    `${company}: sus datos se usaron dos veces para pedir financiamiento. Revise las respuestas: ${link} Responda STOP para no recibir textos.`,
  offers: ({ company, link }) =>
    `${company}: ya tiene ofertas de financiamiento: ${link} Responda STOP para no recibir textos.`,
  'no-offers': ({ company, link }) =>
    `${company}: esta vez no hay ofertas de financiamiento para usted. Vea lo que puede hacer: ${link} Responda STOP para no recibir textos.`,
  choice: ({ company, lender, link }) =>
    `${company}: usted ha elegido la oferta de ${lender}. Vea el estado de su solicitud: ${link} Responda STOP para no recibir textos.`,
  'taken-back': ({ company, lender, link }) =>
    `${company}: ${lender} ha retirado la oferta que usted ha elegido. Vea el estado de su solicitud: ${link} Responda STOP para no recibir textos.`,
  information: ({ company, lender, phone, until, link }) =>
    `${company}: ${lender} necesita algo de usted${until === '' ? '' : ` antes del ${until}`}. Vea lo que falta: ${link}${oLlame(phone)} Responda STOP para no recibir textos.`,
  approved: ({ company, lender, link }) =>
    `${company}: ${lender} ha aprobado su financiamiento. Vea lo que sigue: ${link} Responda STOP para no recibir textos.`,
  funded: ({ company, lender, link }) =>
    `${company}: ${lender} ha entregado el dinero para su proyecto. Detalles: ${link} Responda STOP para no recibir textos.`,
  expiring: ({ company, lender, phone, until, link }) =>
    `${company}: ${lender} espera algo de usted. Su solicitud vence el ${until}: ${link}${oLlame(phone)} Responda STOP para no recibir textos.`,
  withdrawn: ({ company }) =>
    `${company}: usted ha retirado su solicitud de financiamiento. Los enlaces anteriores ya no la abren. Responda STOP para no recibir textos.`,
};

const texts: Record<Language, Texts> = { en: english, es: spanish };
/** Whoever has a name that no phone writes plainly. */
const unnamed: Record<Language, { company: string; lender: string }> = {
  en: { company: 'Your contractor', lender: 'The lender' },
  es: { company: 'Su contratista', lender: 'La entidad' },
};
const longest = { company: 40, lender: 30 } as const;

/** The text of some news in the homeowner's language. */
export function textOf(language: Language, what: Told, facts: Facts): string {
  const { company, lender } = unnamed[language];
  return texts[language][what]({
    ...facts,
    until: inPlainAlphabet(facts.until),
    company: plainName(facts.company, longest.company, company),
    lender: plainName(facts.lender, longest.lender, lender),
  });
}
