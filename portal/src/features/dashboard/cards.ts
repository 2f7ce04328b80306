/** Loads the dashboard's cards in one chunk, after its frame. */
export { FirstSteps } from './first-steps.tsx';
export { GuaranteeCard } from './guarantee-card.tsx';
export { LoadFailure } from './load-failure.tsx';
export { DeskCard } from './today/desk-card.tsx';
export { PageActions } from './today/page-actions.tsx';
export { TodayPanel } from './today/today-panel.tsx';
