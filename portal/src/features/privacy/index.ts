import { staffWith } from '@lintel/contract/core/access';
import { prefetchRetention } from './retention/requests.ts';

/** The section of Settings for how long personal data is kept. */
export const retentionSection = {
  id: 'retention',
  title: 'Retention',
  purpose: 'How long personal data is kept after its last use, and what the nightly run removed.',
  access: staffWith(['manage-settings', 'access']),
  load: () =>
    import('./retention/retention-section.tsx').then((module) => ({
      default: module.RetentionSection,
    })),
  prefetch: prefetchRetention,
};
