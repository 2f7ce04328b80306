import { act, screen } from '@testing-library/react';
import { readSetting } from '@lintel/contract/core/settings';
import { listFlyerTemplates } from '@lintel/contract/marketing/templates';
import { type DistributionSet, listSets, listOwners } from '@lintel/contract/leads/distribution';
import {
  type FirstTouch,
  type LeadSource,
  listLeadSources,
  listFirstTouches,
} from '@lintel/contract/leads/fields';
import { openPortal } from './render-portal.tsx';
import { answer } from './server.ts';
import { privileges, staff } from './sessions.ts';
import { answerOtherSections, unset } from './settings.ts';

export const source = (
  id: number,
  value: string,
  change: Partial<LeadSource> = {},
): LeadSource => ({
  id,
  sourceId: id,
  value,
  linkId: '',
  isShowing: true,
  leadDistributionSet: null,
  ...change,
});

export const touch = (id: number, value: string, change: Partial<FirstTouch> = {}): FirstTouch => ({
  id,
  value,
  isShowing: true,
  double: false,
  ...change,
});

const revision = {
  version: 4,
  lastUpdated: {
    email: 'dana@demo.test',
    userName: 'Dana Whitfield',
    at: '2026-03-04T18:00:00.000Z',
  },
};
export const listed = <Row>(data: Row[]) => ({ data, total: data.length, ...revision });

const names = ['Website', 'Search ad', 'Social media', 'Webinar', 'Podcast', 'Radio'];
export const set = (change: Partial<DistributionSet> = {}): DistributionSet => ({
  id: 1,
  title: 'Online',
  leadSources: names.map((leadSource, index) => ({ id: index + 1, leadSource, isShowing: true })),
  leadOwners: [
    { id: 1, fullName: 'Dana Whitfield', percent: 60, credit: 0 },
    { id: 2, fullName: 'Theo Marsh', percent: 40, credit: 0 },
  ],
  notDistributed: 0,
  version: 3,
  lastUpdated: { userName: 'Avery Quinn', at: '2026-03-04T18:00:00.000Z' },
  ...change,
});
export const emptySet = set({
  id: 2,
  title: 'Field',
  leadSources: [
    {
      id: 7,
      leadSource: 'Home show',
      isShowing: true,
    },
  ],
  leadOwners: [],
  notDistributed: 100,
});

export const sources = [
  source(1, 'Website', { linkId: '1001', leadDistributionSet: { id: 1, title: 'Online' } }),
  source(8, 'Referral', { linkId: '1002' }),
  source(9, 'Fax', { isShowing: false }),
];
const touches = [
  touch(1, 'Radio'),
  touch(2, 'radio', { double: true }),
  touch(3, 'Friend', { isShowing: false }),
];

const everything = [
  'manage-settings:modify',
  'manage-lead-fields:access',
  'manage-lead-fields:modify',
  'manage-lead-distribution:access',
];

/**
 * Opens the Settings screen as staff with these privileges, by default those for the lead sections.
 */
export async function openLeadSettings(
  held: readonly string[] = everything,
  prepare: () => void = () => undefined,
) {
  const view = await openPortal('/', staff(privileges('manage-settings:access', ...held)));
  answerOtherSections();
  answer(readSetting, unset);
  answer(listFlyerTemplates, { data: [] });
  answer(listLeadSources, (request) => {
    const loose = new URL(request.url).searchParams.get('distributed') === 'false';
    return listed(loose ? sources.filter((one) => one.leadDistributionSet === null) : sources);
  });
  answer(listFirstTouches, listed(touches));
  answer(listSets, { data: [set(), emptySet], total: 2 });
  answer(listOwners, {
    data: [
      { id: 1, fullName: 'Dana Whitfield' },
      { id: 2, fullName: 'Theo Marsh' },
      { id: 3, fullName: 'Avery Quinn' },
    ],
    total: 3,
  });
  prepare();
  await act(() => view.router.navigate({ href: '/manage/settings' }));
  await screen.findByRole('heading', { level: 1, name: 'Settings' });
  return view;
}
