import type { TextWords } from './facts.ts';

/** The lender's phone number, if it has one. */
const orCall = (phone: string): string => (phone === '' ? '' : ` or call ${phone}.`);

export const english: TextWords = {
  unnamed: { company: 'Your contractor', lender: 'The lender' },
  texts: {
    'homeowner-received': ({ company, link }) =>
      `${company}: we received your financing application. Come back to it any time: ${link} Msg & data rates may apply. Reply HELP for help, STOP to end.`,
    'homeowner-confirm': ({ company, link }) =>
      `${company}: your phone and e-mail were used twice to apply for financing. Check the answers: ${link} Reply STOP to end.`,
    'homeowner-offers': ({ company, link }) =>
      `${company}: your financing offers are here: ${link} Reply STOP to end.`,
    'homeowner-no-offers': ({ company, link }) =>
      `${company}: no lender has an offer for you this time. What you can do: ${link} Reply STOP to end.`,
    'homeowner-choice': ({ company, lender, link }) =>
      `${company}: you chose the offer of ${lender}. See where it stands: ${link} Reply STOP to end.`,
    'homeowner-taken-back': ({ company, lender, link }) =>
      `${company}: ${lender} took back the offer that you chose. See where it stands: ${link} Reply STOP to end.`,
    'homeowner-information': ({ company, lender, phone, until, link }) =>
      `${company}: ${lender} needs something from you${until === '' ? '' : ` by ${until}`}. See what: ${link}${orCall(phone)} Reply STOP to end.`,
    'homeowner-approved': ({ company, lender, link }) =>
      `${company}: ${lender} approved your financing. See what happens next: ${link} Reply STOP to end.`,
    'homeowner-funded': ({ company, lender, link }) =>
      `${company}: ${lender} paid out the money for your project. Details: ${link} Reply STOP to end.`,
    'homeowner-expiring': ({ company, lender, phone, until, link }) =>
      `${company}: ${lender} still needs something from you. Your application expires after ${until}: ${link}${orCall(phone)} Reply STOP to end.`,
    'homeowner-withdrawn': ({ company }) =>
      `${company}: you withdrew your financing application. Earlier links no longer open it. Reply STOP to end.`,
    'link-apply': ({ company, amount, link }) =>
      `${company}: here is your link to apply for financing${amount && ` of ${amount}`}: ${link} Msg & data rates may apply. Reply HELP for help, STOP to end.`,
    'link-reminder': ({ company, link }) =>
      `${company}: a reminder, your link to apply for financing is still open: ${link} Reply STOP to end.`,
    document: ({ company, kind, number, total, link }) =>
      `${company}: here is your ${kind} ${number} for ${total}: ${link} Msg & data rates may apply. Reply HELP for help, STOP to end.`,
  },
};
