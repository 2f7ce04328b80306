import * as m from '#messages';
import type { StageCounts } from '@lintel/contract/applications/graphs';

export type Stage = keyof StageCounts;

/** The stages in order, with their labels and colors. */
export const stages: readonly { key: Stage; label: string; color: string }[] = [
  { key: 'started', label: m.common_started(), color: 'var(--tone-grey)' },
  { key: 'submitted', label: m.common_sent(), color: 'var(--color-link)' },
  { key: 'offers', label: m.applications_graphs_withOffers(), color: 'var(--tone-amber)' },
  { key: 'approved', label: m.common_approved(), color: 'var(--graph-violet)' },
  { key: 'funded', label: m.common_funded(), color: 'var(--tone-green)' },
];

/**
 * The stages shown over time and per group. Approval sits between two others and would crowd them.
 */
export const mainStages = stages.filter(({ key }) => key !== 'approved');

/** A share such as `38%`; empty without a base to compare with. */
export const formatShare = (part: number, whole: number): string =>
  whole === 0 ? '' : `${Math.round((part / whole) * 100)}%`;
