/** An application's status at a lender's desk, in the order of its life. */
export const deskStatuses = [
  'new',
  'overdue',
  'offered',
  'lapsed',
  'chosen',
  'requested',
  'received',
  'conditional',
  'approved',
  'funded',
  'reversed',
  'declined',
  'withdrawn',
] as const;
export type DeskStatus = (typeof deskStatuses)[number];

export const deskStatusNames: Record<DeskStatus, string> = {
  new: 'New',
  overdue: 'Overdue',
  offered: 'Offer sent',
  lapsed: 'No open offer',
  chosen: 'Offer chosen',
  requested: 'Documents requested',
  received: 'Documents received',
  conditional: 'Approved on conditions',
  approved: 'Approved',
  funded: 'Funded',
  reversed: 'Funding reversed',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
};

export const deskWaits = ['lender', 'homeowner', 'none'] as const;
export type DeskWait = (typeof deskWaits)[number];

/** Whose turn it is. */
export const deskWaitOf: Record<DeskStatus, DeskWait> = {
  new: 'lender',
  overdue: 'lender',
  offered: 'homeowner',
  lapsed: 'lender',
  chosen: 'lender',
  requested: 'homeowner',
  received: 'lender',
  conditional: 'lender',
  approved: 'lender',
  funded: 'none',
  reversed: 'none',
  declined: 'none',
  withdrawn: 'none',
};

export const deskWaitNames: Record<DeskWait, string> = {
  lender: 'You',
  homeowner: 'Homeowner',
  none: 'No one',
};

export const deskOrders = ['sent', 'name', 'amount', 'state', 'project'] as const;
export type DeskOrder = (typeof deskOrders)[number];
export const deskPageSizes = [25, 50, 100] as const;

/** The e-mails of the desk, which each of its people can turn off. */
export const deskNotices = ['application', 'chosen', 'documents'] as const;
export type DeskNotice = (typeof deskNotices)[number];

/** An offer's state as its lender sees it. */
export const deskOfferStates = [
  'open',
  'chosen',
  'conditional',
  'approved',
  'funded',
  'reversed',
  'expired',
  'withdrawn',
  'replaced',
] as const;
export type DeskOfferState = (typeof deskOfferStates)[number];

/** The most offers sent at once. */
export const mostDeskOffers = 10;
