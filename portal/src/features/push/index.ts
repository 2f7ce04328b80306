import { lazy } from 'react';

export { unsubscribeOtherOwner } from './this-device.ts';

/** Push notifications, for Personal Info. */
export const PushCard = lazy(() =>
  import('./push-card.tsx').then((module) => ({ default: module.PushCard })),
);
