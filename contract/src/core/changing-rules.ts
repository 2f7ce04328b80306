import { staffWithAll } from './access.ts';

/**
 * Required of staff to change the rules that bind contractors and homeowners: legal texts, the
 * service agreement date, licenses and lenders, retention, and sign-in rules. Editors of training
 * materials have `manage-settings` `modify` without it.
 */
export const changingRules = staffWithAll(
  ['manage-settings', 'modify'],
  ['manage-rules', 'modify'],
);
