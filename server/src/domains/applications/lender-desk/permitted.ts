import type { DeskApplication } from '@lintel/contract/lender-desk/applications';
import type { Application, Offer } from '../repository.ts';
import { offerState } from './offer-state.ts';

type Permitted = DeskApplication['may'];

/**
 * What a lender can do with an application. Follows from the lender's own offers alone, so that it
 * doesn't reveal what other lenders did.
 */
export function permittedOf(
  application: Pick<Application, 'withdrawnAt'>,
  own: readonly Offer[],
  { isDeclined, now }: { isDeclined: boolean; now: Date },
): Permitted {
  const withState = (...states: ReturnType<typeof offerState>[]): string[] =>
    own
      .filter((offer) => states.includes(offerState(offer, own, now)))
      .map(({ reference }) => reference);
  const isOver = application.withdrawnAt !== null || own.some(({ fundedAt }) => fundedAt !== null);
  const chosen = isOver ? [] : withState('chosen', 'conditional');
  return {
    offer: !isOver && withState('approved').length === 0,
    decline: !isOver && !(isDeclined && withState('open', 'chosen', 'conditional').length === 0),
    request: isOver ? [] : withState('chosen', 'conditional', 'approved'),
    approve: chosen,
    fund: withState('approved', 'funded'),
    reverse: withState('funded'),
  };
}
