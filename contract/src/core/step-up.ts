import type { EndpointSpec } from './endpoint.ts';
import type { Resource } from './privilege-catalog.ts';

/** Common reasons for endpoints without step-up. */
export const without = {
  reversible: 'The same screen reverts it, and the audit log names who did it.',
  versions: 'Earlier versions are kept and can be restored, and the audit log names who did it.',
  ownView: 'It changes only what the account itself sees or receives.',
  lessAccess: 'It only takes access away.',
  proof: 'It is the step-up itself.',
  ownAddress: 'It sends a link to the address that the account already has.',
  paysDebt: 'It pays what the contractor owes, by the card on file.',
  storesNothing: 'It stores nothing and sends nothing.',
} as const;

/** Sections for a contractor's everyday work. */
const everyday: readonly Resource[] = [
  'co-branded',
  'marketing-materials',
  'reports-applications',
  'customers',
  'documents',
  'training-and-faqs',
];

/**
 * Whether a call requires a step-up, or why it doesn't. `switched` requires it only of staff in a
 * contractor's account.
 */
export type StepUpDecision = { asks: 'everyone' | 'switched' } | { asks: 'no one'; why: string };

/**
 * The decision for an endpoint: its own declaration, otherwise the rule for its kind. Null is a
 * mistake: the endpoint changes something, declares nothing, and matches no rule.
 */
export function stepUpDecision(spec: EndpointSpec): StepUpDecision | null {
  if (spec.stepUp === true) return { asks: 'everyone' };
  if (spec.stepUp === 'switched') return { asks: 'switched' };
  if (spec.noStepUp !== undefined) return { asks: 'no one', why: spec.noStepUp };
  const { access, method, changesState = false } = spec;
  if (method === 'GET' && !changesState) return { asks: 'no one', why: 'It only reads.' };
  if (access.kind === 'anonymous')
    return { asks: 'no one', why: 'There is no session: a secret or a password decides.' };
  if (access.kind === 'signature')
    return { asks: 'no one', why: 'A machine calls it, and signs what it sends.' };
  const isEveryday =
    access.kind === 'privilege' &&
    !changesState &&
    access.anyOf.every(([resource]) => everyday.includes(resource));
  return isEveryday
    ? { asks: 'no one', why: 'Everyday work in a section, which its people can correct there.' }
    : null;
}
