export { payoutHooks } from './examine.ts';
export { openPaper } from './paper/open-paper.ts';
export { part } from './part.ts';
export { payoutState } from './w9-review.ts';
