import { queryOptions } from '@tanstack/react-query';
import type {
  readSignUpSettings,
  saveSignUpSettings,
} from '@lintel/contract/billing-sign-up-settings';
import { call } from '../../../../lib/api/call.ts';

const get = call<typeof readSignUpSettings>({ method: 'GET', path: '/sign-up-settings' });

/** What becomes of contractors who sign up by themselves. */
export const signUpSettingsQuery = queryOptions({
  queryKey: ['plans', 'sign-up-settings'],
  queryFn: ({ signal }) => get({}, { signal }),
});

export const saveSettings = call<typeof saveSignUpSettings>(
  { method: 'POST', path: '/sign-up-settings' },
  { handles: [403, 500] },
);
