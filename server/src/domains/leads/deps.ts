import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/connect.ts';
import type { EmailDeps } from '../emails/index.ts';
import type { Crm } from './crm.ts';

export interface LeadDeps {
  db: Database;
  clock: Clock;
  mail: EmailDeps;
  /** The provider's CRM; null where leads are looked after in this product alone. */
  crm: Crm | null;
  /** The address of a lead's page, with `{id}` in it. */
  leadTemplate: string;
}
