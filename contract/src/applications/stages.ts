import { keysOf, nonEmpty } from '../core/map-values.ts';

/** How far an application has come: the furthest stage counts, whatever happened afterwards. */
export const stages = {
  started: 'Started',
  sent: 'Sent',
  nooffers: 'No offers',
  offers: 'Offers',
  approved: 'Approved',
  funded: 'Funded',
} as const;
export type Stage = keyof typeof stages;
export const stageKeys = nonEmpty(keysOf(stages));

interface StageFacts {
  completedAt: Date | null;
  answeredAt: Date | null;
  hasOffers: boolean;
  approvedAt: Date | null;
  fundedAt: Date | null;
}

/** The stage of an application; the report's filter applies the same rule to its columns. */
export function getStage(facts: StageFacts): Stage {
  if (facts.fundedAt !== null) return 'funded';
  if (facts.approvedAt !== null) return 'approved';
  if (facts.hasOffers) return 'offers';
  if (facts.answeredAt !== null) return 'nooffers';
  return facts.completedAt === null ? 'started' : 'sent';
}
