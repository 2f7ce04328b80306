import { queryOptions } from '@tanstack/react-query';
import type {
  checkStep,
  openToPublic,
  pauseForPublic,
  readChecklist,
} from '@lintel/contract/setup/checklist';
import { changingSetup } from '@lintel/contract/setup/access';
import type {
  readProviderSettings,
  saveProviderSettings,
} from '@lintel/contract/setup/provider-settings';
import type { readSelfCheck, runSelfCheck } from '@lintel/contract/setup/self-check';
import type { Session } from '@lintel/contract/identity/sessions';
import { call } from '../../lib/api/call.ts';
import { may } from '../../lib/session.ts';

export const mayChangeSetup = (session: Session): boolean => may(session, changingSetup);

/** The query key prefix of everything about setting up. */
export const setupKey = ['setup'] as const;

const getChecklist = call<typeof readChecklist>({ method: 'GET', path: '/manage/setup' });
const getSettings = call<typeof readProviderSettings>({
  method: 'GET',
  path: '/manage/setup/settings',
});

export const checklistQuery = queryOptions({
  queryKey: [...setupKey, 'checklist'],
  queryFn: ({ signal }) => getChecklist({}, { signal }),
});

export const settingsQuery = queryOptions({
  queryKey: [...setupKey, 'settings'],
  queryFn: ({ signal }) => getSettings({}, { signal }),
});

export const check = call<typeof checkStep>({
  method: 'POST',
  path: '/manage/setup/steps/{step}/check',
});
export const open = call<typeof openToPublic>({ method: 'POST', path: '/manage/setup/open' });
/** The form itself shows failures. */
export const pause = call<typeof pauseForPublic>({ method: 'POST', path: '/manage/setup/pause' });
export const saveSettings = call<typeof saveProviderSettings>({
  method: 'POST',
  path: '/manage/setup/settings/{group}',
});

export const healthKey = [...setupKey, 'health'] as const;

const getHealth = call<typeof readSelfCheck>({ method: 'GET', path: '/manage/setup/self-check' });

export const healthQuery = queryOptions({
  queryKey: healthKey,
  queryFn: ({ signal }) => getHealth({}, { signal }),
});

export const runHealthCheck = call<typeof runSelfCheck>({
  method: 'POST',
  path: '/manage/setup/self-check',
});
