import { lazy } from 'react';

export { leaveToOwner } from './this-device.ts';

/** Notifications on devices, for Personal Info. */
export const PushCard = lazy(() =>
  import('./push-card.tsx').then((module) => ({ default: module.PushCard })),
);
