import { lazy } from 'react';

/** The e-mails of a lender's desk, for the profile of its people. */
export const NoticesCard = lazy(() =>
  import('./desk/notices-card.tsx').then((module) => ({ default: module.NoticesCard })),
);
