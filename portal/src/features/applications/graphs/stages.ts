import * as m from '#messages';
import type { StageCounts } from '@lintel/contract/applications/graphs';

export type Stage = keyof StageCounts;

/** The stages in their order, with their words and the tone that each is drawn in. */
export const stages: readonly { key: Stage; label: string; color: string }[] = [
  { key: 'started', label: m.common_started(), color: 'var(--tone-grey)' },
  { key: 'submitted', label: m.common_sent(), color: 'var(--color-link)' },
  { key: 'offers', label: m.applications_graphs_withOffers(), color: 'var(--tone-amber)' },
  { key: 'approved', label: m.common_approved(), color: 'var(--graph-violet)' },
  { key: 'funded', label: m.common_funded(), color: 'var(--tone-green)' },
];

/**
 * What is shown over time and of each part: the approval lies between two others and would only
 * crowd them.
 */
export const mainStages = stages.filter(({ key }) => key !== 'approved');

/** `38%`, or nothing where there is nothing to compare with. */
export const shareOf = (part: number, whole: number): string =>
  whole === 0 ? '' : `${Math.round((part / whole) * 100)}%`;
