export { choiceOf, chooseOffer, endApplication, withdrawApplication } from './choice.ts';
export { endOverdue, routeApplication, sendApplication } from './routing.ts';
export { recordLenderEvent } from './events.ts';
export { findSender, unknownFields } from './incoming.ts';
export { remindOfExpiry } from './expiry.ts';
export { offerFactsOf, sumOffers, type OfferSum, type OfferTuple } from './offer-sums.ts';
export { decideOnceComplete } from './sandbox-decisions.ts';
export { sandboxNetwork, sandboxOffers, sandboxWish } from './sandbox-network.ts';
