import type { findManager } from '@lintel/contract/leads/lead';
import type { listFirstTouches, listLeadSources } from '@lintel/contract/leads/fields';
import { call } from '../../../lib/api/call.ts';
import { getManagers } from '../../contractors/index.ts';

const getSources = call<typeof listLeadSources>(
  { method: 'GET', path: '/setting/lead-sources' },
  { handles: [500] },
);
const getTouches = call<typeof listFirstTouches>(
  { method: 'GET', path: '/setting/lead-first-touch' },
  { handles: [500] },
);
const getManager = call<typeof findManager>(
  { method: 'GET', path: '/manage/manager' },
  { handles: [500] },
);

/** The options of the lead form. */
export interface LeadChoices {
  sources: string[];
  touches: string[];
  owners: { value: string; label: string }[];
  /** The profile of the user who enters the lead; empty if that user owns no leads. */
  owner: string;
}

/** Removes duplicates: the list may have some, a select can't. */
const unique = (values: readonly string[]): string[] => [
  ...new Map(values.map((value) => [value.toLowerCase(), value])).values(),
];

/**
 * All current options of the lead form. `email` identifies the profile preselected as the owner.
 */
export async function getLeadChoices(email: string): Promise<LeadChoices> {
  const [sources, touches, managers, profile] = await Promise.all([
    getSources({ query: { show: 'true' } }),
    getTouches({ query: { show: 'true' } }),
    getManagers(),
    getManager({ query: { email } }),
  ]);
  return {
    sources: sources.data.map(({ value }) => value),
    touches: unique(touches.data.map(({ value }) => value)),
    owners: managers.data.map(({ id, fullName }) => ({ value: String(id), label: fullName })),
    owner: profile.data === null ? '' : String(profile.data.id),
  };
}
