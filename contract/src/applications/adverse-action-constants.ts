/** Why a notice of adverse action is due. */
export const noticeKinds = {
  declined: 'Declined',
  'no-offers': 'No offer',
  withdrawn: 'Offer withdrawn',
  'counter-offer': 'Counteroffer not accepted',
} as const;
export type NoticeKind = keyof typeof noticeKinds;

/**
 * - `waiting`: not due to be sent yet, or held (see `problem`).
 * - `sent`: by e-mail, with a link to it.
 * - `paper`: has to be mailed on paper.
 * - `mailed`: staff mailed it on paper.
 * - `lender`: the lender sends its own.
 * - `not-needed`: the homeowner accepted another offer.
 */
export const noticeStates = {
  waiting: 'Waiting',
  sent: 'Sent by e-mail',
  paper: 'Mail on paper',
  mailed: 'Mailed on paper',
  lender: 'Sent by the lender',
  'not-needed': 'Not needed',
} as const;
export type NoticeState = keyof typeof noticeStates;

/** Why a notice can't be sent, or has to be mailed. */
export const noticeProblems = {
  '': '',
  'lender-details':
    'The lender’s legal name, address, or federal agency is missing. Add them to the lender.',
  'bureau-details':
    'The address or phone number of the consumer reporting agency is missing. Add them to the lender.',
  contested:
    'Another form used the same e-mail and phone. The notice waits until the owner confirms the application.',
  unconfirmed: 'The owner of the e-mail and phone never confirmed this application.',
  'no-consent': 'The homeowner has no valid consent to electronic records.',
  'no-email': 'There is no e-mail address that belongs to the homeowner.',
  undelivered: 'The e-mail couldn’t be delivered.',
  staff: 'Staff chose paper.',
  'too-many-emails': 'The address reached its daily e-mail limit. The notice is sent later.',
} as const;
export type NoticeProblem = keyof typeof noticeProblems;

/** The law's period after a complete application, and after a counteroffer, in days. */
export const noticeDays = { application: 30, counterOffer: 90 } as const;
/** How long the link in the e-mail works, in days: as long as notices are kept. */
export const noticeLinkDays = 775;
/** Notices are sent this many days before their last day, even while offers are open. */
export const noticeLeadDays = 5;
/** Staff see an alert this many days before the last day. */
export const noticeWarningDays = 3;
