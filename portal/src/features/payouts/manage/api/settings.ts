import { queryOptions } from '@tanstack/react-query';
import type {
  PayoutSettings,
  readPayoutSettings,
  savePayoutSettings,
} from '@lintel/contract/payouts-settings';
import { call } from '../../../../lib/api/call.ts';
import { managedKey } from './managed-payouts.ts';

const get = call<typeof readPayoutSettings>({ method: 'GET', path: '/payout-settings' });
const post = call<typeof savePayoutSettings>(
  { method: 'POST', path: '/payout-settings' },
  { handles: [422, 500] },
);

/** How payouts are made. */
export const settingsQuery = queryOptions({
  queryKey: [...managedKey, 'settings'],
  queryFn: ({ signal }) => get({}, { signal }),
});

export const saveSettings = (settings: PayoutSettings) => post({ body: settings });
