import { act, screen, within } from '@testing-library/react';
import { readAgreementEffect } from '@lintel/contract/contractors/agreement-effect';
import { listFlyerTemplates } from '@lintel/contract/marketing/templates';
import { type Setting, readSetting } from '@lintel/contract/core/settings';
import { retentionRules } from '@lintel/contract/privacy/constants';
import {
  listRetentionRuns,
  previewRetention,
  readRetention,
  type RetentionSettings,
} from '@lintel/contract/privacy/retention';
import { mapValues } from '@lintel/contract/core/map-values';
import {
  type MultipleUsers,
  readMultipleUsers,
} from '@lintel/contract/contractors/tier-team-limits';
import { openPortal } from './render-portal.tsx';
import { answer } from './server.ts';
import { privileges, staff } from './sessions.ts';

export const sizes: MultipleUsers = {
  multipleUsers: { Pro: 3, Self: 1, Concierge: 5, Brand: 5, Free: 0, Test: 10 },
  userName: 'Dana Whitfield',
  email: 'dana@demo.test',
  lastEdit: '2026-03-04T18:00:00.000Z',
};

export const agreement: Setting = {
  paramId: 7,
  paramName: 'ServiceAgreementDate',
  paramVal: '2026-03-04T18:00:00.000Z',
  userId: 2,
  userName: 'Dana Whitfield',
  email: 'dana@demo.test',
  lastEdit: '2026-03-04T18:00:00.000Z',
};

/** A setting without changes. */
export const unset: Setting = {
  paramId: 0,
  paramName: 'FlyerTemplate',
  paramVal: '',
  userId: null,
  userName: '',
  email: '',
  lastEdit: null,
};

/** The default retention settings. */
export const retention: RetentionSettings = {
  months: mapValues(retentionRules, ({ standard }) => standard),
  userName: '',
  email: '',
  lastEdit: null,
};

/** Answers the other requests of the sections Multiple Users and Service agreement date. */
export function answerOtherSections(): void {
  answer(readMultipleUsers, sizes);
  answer(readAgreementEffect, { accepted: 1240, waiting: 3 });
  answer(readRetention, retention);
  answer(previewRetention, { at: '2026-03-04T18:00:00.000Z', parts: [], total: 0 });
  answer(listRetentionRuns, { data: [], total: 0 });
}

const everything = [
  'manage-settings:modify',
  'manage-rules:modify',
  'manage-multiple-users:modify',
];

/**
 * Opens the Settings screen with its sections Multiple Users and Service agreement date, as staff
 * with these privileges.
 */
export async function openSettingsScreen(
  held: readonly string[] = everything,
  prepare: () => void = () => undefined,
) {
  const view = await openPortal('/', staff(privileges('manage-settings:access', ...held)));
  answer(readSetting, (request) =>
    new URL(request.url).searchParams.get('name') === 'ServiceAgreementDate' ? agreement : unset,
  );
  answer(listFlyerTemplates, { data: [] });
  answerOtherSections();
  prepare();
  await act(() => view.router.navigate({ href: '/manage/settings' }));
  await screen.findByRole('heading', { level: 1, name: 'Settings' });
  return view;
}

export const settingsSection = async (name: string) =>
  within(await screen.findByRole('region', { name }));
