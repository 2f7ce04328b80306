import * as m from '#messages';
import { staffWith } from '@lintel/contract/core/access';
import { changingRules } from '@lintel/contract/core/changing-rules';
import { prefetchRetention } from './retention/requests.ts';

/** The Settings section for data retention. */
export const retentionSection = {
  id: 'retention',
  title: m.privacy_retention_title(),
  purpose: m.privacy_retention_purpose(),
  access: staffWith(['manage-settings', 'access']),
  changing: changingRules,
  load: () =>
    import('./retention/retention-section.tsx').then((module) => ({
      default: module.RetentionSection,
    })),
  prefetch: prefetchRetention,
};
