import { staffWithAll } from './access.ts';

/**
 * What staff need to change what contractors and homeowners are bound by: legal texts, the service
 * agreement date, licenses and lenders, retention, and sign-in rules. Someone who edits training
 * materials has `manage-settings` `modify` without it.
 */
export const changingRules = staffWithAll(
  ['manage-settings', 'modify'],
  ['manage-rules', 'modify'],
);
