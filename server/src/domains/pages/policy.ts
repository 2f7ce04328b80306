import { holds } from '@lintel/contract/core/access';
import type { Opportunity, Tier } from '@lintel/contract/billing/tiers';
import { namesPerPage, type PageParams } from '@lintel/contract/pages/page';
import { AppError, invalidField } from '../../platform/errors.ts';
import { listHolders, type Caller } from '../../platform/http/caller.ts';

/**
 * Any caller with co-branded access may create the first page; more require `manage_page_create`.
 */
export function requireMayCreate(caller: Caller, existingPages: number): void {
  if (existingPages > 0 && !mayCreateMore(caller)) throw new AppError('access_denied');
}

const mayCreateMore = (caller: Caller): boolean =>
  holds(listHolders(caller), 'co-branded', 'manage_page_create');

/**
 * Limits frequent renaming, which would reserve many names; staff who may create pages are exempt.
 */
export function requireMayHold(
  caller: Caller,
  held: { count: number; isOwn: boolean },
  pages: number,
): void {
  if (held.isOwn || held.count < namesPerPage * pages || mayCreateMore(caller)) return;
  throw invalidField(
    'pageName',
    `A page can have ${namesPerPage} names in all. Please ask us for another one.`,
  );
}

export const maySetConcierge = (caller: Caller): boolean =>
  holds(listHolders(caller), 'co-branded', 'manage_concierge');

/** What decides a page's switches: the plan and the caller. */
export interface SwitchFacts {
  plan: { tier: Tier; opportunities: readonly Opportunity[] } | null;
  /** The stored page; null for a new one. */
  stored: Pick<PageParams, 'fdAgreement' | 'helocOffer' | 'concierge'> | null;
  maySetConcierge: boolean;
}

const notInPlan = 'This is available on Pro and Brand plans only.';
const notYours = 'Only staff can turn on Concierge.';

/**
 * The three switches to store. A switch that the caller may not change keeps its stored value, and
 * turning it on is a field error: FDA and HELOC when the plan lacks them, concierge without
 * `manage_concierge`. Tier Concierge implies concierge.
 */
export function decideSwitches(
  wanted: PageParams,
  facts: SwitchFacts,
): Pick<PageParams, 'fdAgreement' | 'helocOffer' | 'concierge'> {
  const decide = (opportunity: Opportunity, field: 'fdAgreement' | 'helocOffer'): boolean => {
    if (facts.plan?.opportunities.includes(opportunity)) return wanted[field];
    const stored = facts.stored?.[field] ?? false;
    if (wanted[field] && !stored) throw invalidField(`params.${field}`, notInPlan);
    return stored;
  };
  return {
    fdAgreement: decide('FDA', 'fdAgreement'),
    helocOffer: decide('HELOC', 'helocOffer'),
    concierge: facts.plan?.tier === 'Concierge' || decideConcierge(wanted.concierge, facts),
  };
}

function decideConcierge(wanted: boolean, facts: SwitchFacts): boolean {
  if (facts.maySetConcierge) return wanted;
  const stored = facts.stored?.concierge ?? false;
  if (wanted && !stored) throw invalidField('params.concierge', notYours);
  return stored;
}
