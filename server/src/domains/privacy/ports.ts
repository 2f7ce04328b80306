import type { PersonSource } from '../../platform/persons.ts';
import type { RetentionSource } from '../../platform/retention.ts';

declare module '../../platform/context.ts' {
  interface Context {
    /** Everything with personal data and a retention period, in the order of the nightly run. */
    retentionSources: readonly RetentionSource[];
    /** Everything that holds a person's data by e-mail address. */
    personSources: readonly PersonSource[];
  }
}
