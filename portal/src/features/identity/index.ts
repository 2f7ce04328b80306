import * as m from '#messages';
import { staffWith } from '@lintel/contract/core/access';
import { changingRules } from '@lintel/contract/core/changing-rules';

/** The Settings section for required second factors. */
export const twoStepSection = {
  id: 'two-step-verification',
  title: m.identity_twoStep_title(),
  purpose: m.identity_rule_purpose(),
  access: staffWith(['manage-settings', 'access']),
  changing: changingRules,
  load: () =>
    import('./two-step-rule-section.tsx').then((module) => ({
      default: module.TwoStepRuleSection,
    })),
};

/** Loads the dialog that resets an account's second factors. */
export const loadResetFactors = () =>
  import('./reset-factors-modal.tsx').then((module) => ({ default: module.ResetFactorsModal }));
