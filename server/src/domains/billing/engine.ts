/* The subscriptions' engine as other domains and the composition see it. */
export { receiveEvent } from './events.ts';
export { subscriptionJobs, subscriptionSchedules } from './jobs.ts';
export { reconcileRoutes } from './reconcile-routes.ts';
export { staffRoutes } from './staff-routes.ts';
export { cancelNow, reopenSubscription, startSubscription } from './subscriptions.ts';
