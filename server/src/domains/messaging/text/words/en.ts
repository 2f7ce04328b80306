import type { TextWords } from './facts.ts';

/** The lender's phone number, if it has one. */
const orCall = (phone: string): string => (phone === '' ? '' : ` or call ${phone}.`);

export const english: TextWords = {
  unnamed: { company: 'Your contractor', lender: 'The lender' },
  texts: {
    'homeowner-received': ({ company, link }) =>
      `${company}: we received your financing application. Return to it anytime: ${link} Msg & data rates may apply. Reply HELP for help, STOP to end.`,
    'homeowner-confirm': ({ company, link }) =>
      `${company}: your phone and e-mail were used twice to apply for financing. Check your answers: ${link} Reply STOP to end.`,
    'homeowner-offers': ({ company, link }) =>
      `${company}: your financing offers are ready: ${link} Reply STOP to end.`,
    'homeowner-no-offers': ({ company, link }) =>
      `${company}: no lender has an offer for you this time. See your options: ${link} Reply STOP to end.`,
    'homeowner-choice': ({ company, lender, link }) =>
      `${company}: you chose the offer from ${lender}. See your status: ${link} Reply STOP to end.`,
    'homeowner-taken-back': ({ company, lender, link }) =>
      `${company}: ${lender} withdrew the offer you chose. See your status: ${link} Reply STOP to end.`,
    'homeowner-information': ({ company, lender, phone, until, link }) =>
      `${company}: ${lender} needs something from you${until === '' ? '' : ` by ${until}`}. See details: ${link}${orCall(phone)} Reply STOP to end.`,
    'homeowner-approved': ({ company, lender, link }) =>
      `${company}: ${lender} approved your financing. See what's next: ${link} Reply STOP to end.`,
    'homeowner-funded': ({ company, lender, link }) =>
      `${company}: ${lender} sent the money for your project. Details: ${link} Reply STOP to end.`,
    'homeowner-reversed': ({ company, lender }) =>
      `${company}: ${lender} reversed a payment for your project. For questions about your loan, contact ${lender}. Reply STOP to end.`,
    'homeowner-expiring': ({ company, lender, phone, until, link }) =>
      `${company}: ${lender} still needs something from you. Your application expires after ${until}: ${link}${orCall(phone)} Reply STOP to end.`,
    'homeowner-withdrawn': ({ company }) =>
      `${company}: you withdrew your financing application. Earlier links no longer open it. Reply STOP to end.`,
    'link-apply': ({ company, amount, link }) =>
      `${company}: here's your link to apply for financing${amount && ` of ${amount}`}: ${link} Msg & data rates may apply. Reply HELP for help, STOP to end.`,
    'link-reminder': ({ company, link }) =>
      `${company}: a reminder that you can still apply for financing: ${link} Reply STOP to end.`,
    document: ({ company, kind, number, total, link }) =>
      `${company}: here's your ${kind} ${number} for ${total}: ${link} Msg & data rates may apply. Reply HELP for help, STOP to end.`,
  },
};
