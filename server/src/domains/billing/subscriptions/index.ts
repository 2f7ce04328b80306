export { cancelByStaff, unusedSum } from './cancellation.ts';
export { chooseNextYearPlan, completeChange, replaceSubscription, undoChange } from './changes.ts';
export { mailPlanChanged } from './mails.ts';
export { billAllDue } from './bill-due.ts';
export { sendRenewalNotices } from './renewals.ts';
export {
  type OwnSubscription,
  type SubscriptionRow,
  allSubscriptions,
  findLatestSubscription,
  findSubscription,
  readSubscription,
} from './repository.ts';
export { staffRoutes, subscriptionRoutes } from './routes.ts';
export { activate, refreshState } from './state.ts';
export {
  cancelNow,
  endSubscription,
  readReopening,
  reopenSubscription,
  startSubscription,
} from './subscriptions.ts';
