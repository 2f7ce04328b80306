import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/connect.ts';
import type { EmailDeps } from '../messaging/index.ts';
import { signatureOf } from '../../platform/crypto/secrets.ts';
import { fetchFrom } from '../../platform/observe/tracing.ts';

/** A lead as a CRM gets it. */
export interface CrmLead {
  /** The lead's id: a CRM that gets it twice keeps it once. */
  id: number;
  contractorId: number;
  createdAt: string;
  companyName: string;
  firstName: string;
  lastName: string;
  email: string;
  /** Ten digits, or empty. */
  phone: string;
  source: { id: number; value: string; linkId: string };
  firstTouch: string;
  owner: { name: string; email: string } | null;
  program: 'None' | 'Partner' | 'Referral';
  partner: { id: number; companyName: string } | null;
}

/** The port to a CRM. */
interface Crm {
  /** Hands a lead over; throws when it was not taken, for the queue to try again. */
  send(lead: CrmLead): Promise<void>;
}

/** A CRM that takes leads by signed HTTP calls, each under the lead's id as its idempotency key. */
export function httpCrm({ url, secret }: { url: string; secret: string }): Crm {
  return {
    send: async (lead) => {
      const text = JSON.stringify(lead);
      const answer = await fetchFrom('crm', `${url.replace(/\/+$/, '')}/leads`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'idempotency-key': `lead-${lead.id}`,
          'lintel-signature': signatureOf(secret, text, new Date()),
        },
        body: text,
        signal: AbortSignal.timeout(20_000),
        redirect: 'error',
      });
      if (!answer.ok) throw new Error(`The CRM answered ${answer.status}`);
    },
  };
}

export interface LeadDeps {
  db: Database;
  clock: Clock;
  mail: EmailDeps;
  /** The provider's CRM; null where leads are looked after in this product alone. */
  crm: Crm | null;
  /** The address of a lead's page, with `{id}` in it. */
  leadTemplate: string;
}
