import type { Database } from '../../../platform/db/connect.ts';
import type { CallCounter } from '../../../platform/limits/counter.ts';
import type { BillingDeps } from '../deps.ts';

/** A new contractor, for the staff who look after new ones. */
interface NewLead {
  contractorId: number;
  companyName: string;
  name: string;
  email: string;
  phone: string;
}

/** What signing up needs from other domains. */
export interface SignUpDeps extends BillingDeps {
  counter: CallCounter;
  /**
   * 32 bytes: seals what was typed until its link is opened, and tells equal calls without keeping
   * them.
   */
  secret: Uint8Array;
  accounts: {
    /** Whether an account has this e-mail, or can still restore it. */
    isEmailUsed(db: Database, email: string, now: Date): Promise<boolean>;
    /** Makes the account of a contractor that signed up for a plan that costs nothing. */
    openFree(tx: Database, contractorId: number): Promise<void>;
  };
  /** Tells of a new contractor, in the transaction. */
  announce(tx: Database, lead: NewLead): Promise<void>;
  /** Queues the message with the link that goes on with a sign-up, in the transaction. */
  mailLink(
    tx: Database,
    message: { to: string; link: string; expiresIn: string; key: string },
  ): Promise<void>;
}
