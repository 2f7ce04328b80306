import { answerDays, copyDays, proofHours } from '@lintel/contract/privacy/constants';

/** All that the privacy pages say, in one place. */
export const privacyTexts = {
  link: 'Privacy: get a copy of your data, or have it deleted',
  back: (companyName: string) => `Back to the page of ${companyName}`,
  ask: {
    title: 'Your personal data',
    lead: (companyName: string, brandName: string) =>
      `${brandName} keeps what you enter on the page of ${companyName} to find loan offers for you. You can ask for a copy of it, or have it deleted.`,
    what: 'What we keep',
    kept: [
      'What you filled in: name, e-mail, phone, city and state, your project and how you rate your credit.',
      'What lenders offered you, which offer you chose, and what became of it.',
      'When you agreed that lenders look at your application, and from which network address.',
    ],
    howLong: (months: number) =>
      `We remove this ${months} months after the last use, or earlier, unless a law or a contract needs it longer. Lenders that you applied with keep records of their own: please ask them, too.`,
    form: 'Ask for your data',
    email: 'Your e-mail address',
    emailHelp:
      'The one you used in the application. We send a link there, to be sure that it is yours.',
    kind: 'What would you like?',
    kinds: {
      copy: 'A copy of my data',
      deletion: 'Delete my data',
    },
    submit: 'Send me the link',
  },
  asked: {
    title: 'Please look into your mailbox',
    text: (email: string) => `We sent a link to ${email}.`,
    more: `Open it within ${proofHours} hours and confirm the request. Nothing happens before that. No message? Look into the spam folder, and check how the address is spelled.`,
  },
  confirm: {
    title: 'Confirm your request',
    copy: (email: string) =>
      `You asked for a copy of the personal data that we hold about ${email}.`,
    deletion: (email: string) =>
      `You asked us to delete the personal data that we hold about ${email}. This cannot be undone. An application that is still under way is removed when it is over.`,
    submit: { copy: 'Yes, I want the copy', deletion: 'Yes, delete my data' },
    not: 'If that was not you, close this page: nothing happens.',
  },
  received: {
    title: 'We received your request',
    text: (number: number, due: string) =>
      `The number of your request is ${number}. We answer by ${due}.`,
    more: `We sent you a message about it. The law gives us ${answerDays} days; usually it takes a few.`,
  },
  copy: {
    title: 'The copy of your data',
    text: (email: string) => `This is what we held about ${email}.`,
    pdf: 'Download as a document (PDF)',
    json: 'Download as data (JSON)',
    until: (until: string) =>
      `You can download it until ${until}, ${copyDays} days after it was made. Whoever has the link can read it, so do not forward the message.`,
  },
  invalid: {
    title: 'This link does not work any more',
    text: 'It was used already, it is too old, or it was cut off on its way. You can ask again on the page of your contractor.',
  },
  busy: { title: 'One moment' },
} as const;
