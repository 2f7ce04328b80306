export { choiceOf, chooseOffer, endApplication, withdrawApplication } from './choice.ts';
export { recordLenderEvent, type LenderEventDeps } from './events.ts';
export { remindOfExpiry, type RemindDeps } from './expiry.ts';
export { offerFactsOf, sumOffers, type OfferSum, type OfferTuple } from './offer-sums.ts';
export { decideOnceComplete } from './sandbox-decisions.ts';
export { sandboxNetwork, sandboxOffers, sandboxWish } from './sandbox-network.ts';
