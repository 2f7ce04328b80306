import type { Database } from '../../../platform/db/connect.ts';
import type { CallCounter } from '../../../platform/limits/counter.ts';
import type { BillingDeps } from '../deps.ts';

/** A new contractor, for the staff notification. */
interface NewLead {
  contractorId: number;
  companyName: string;
  name: string;
  email: string;
  phone: string;
}

/** What sign-up needs from other domains. */
export interface SignUpDeps extends BillingDeps {
  counter: CallCounter;
  /**
   * 32 bytes: encrypts the input until its link is opened, and identifies equal calls without
   * storing them.
   */
  secret: Uint8Array;
  accounts: {
    /** Whether an account has this e-mail, or can still restore it. */
    isEmailUsed(db: Database, email: string, now: Date): Promise<boolean>;
    /** Creates the account of a contractor who signed up for a free plan. */
    openFree(tx: Database, contractorId: number): Promise<void>;
  };
  /** Announces a new contractor, in the transaction. */
  announce(tx: Database, lead: NewLead): Promise<void>;
  /** Queues the message with the link that continues a sign-up, in the transaction. */
  mailLink(
    tx: Database,
    message: { to: string; link: string; expiresIn: string; key: string },
  ): Promise<void>;
}
