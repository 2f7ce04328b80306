import type { Config } from '../../platform/config.ts';
import { signBody } from '../../platform/crypto/secrets.ts';
import { fetchFrom } from '../../platform/observe/tracing.ts';

/** A lead as sent to a CRM. */
export interface CrmLead {
  /** The lead's id; the CRM deduplicates by it. */
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

interface Crm {
  /** Sends a lead; throws when it wasn't accepted, so that the queue retries. */
  send(lead: CrmLead): Promise<void>;
}

/**
 * The provider's CRM, which accepts leads in signed HTTP calls, each with the lead's id as its
 * idempotency key; null when none is configured.
 */
export function openCrm({
  CRM_URL: url,
  CRM_SECRET: secret,
  CRM_SECRET_PREVIOUS: previous,
}: Config): Crm | null {
  if (url === undefined || secret === undefined) return null;
  const secrets = previous === undefined ? [secret] : [secret, previous];
  return {
    send: async (lead) => {
      const text = JSON.stringify(lead);
      const answer = await fetchFrom('crm', `${url.replace(/\/+$/, '')}/leads`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'idempotency-key': `lead-${lead.id}`,
          'lintel-signature': signBody(secrets, text, new Date()),
        },
        body: text,
        signal: AbortSignal.timeout(20_000),
        redirect: 'error',
      });
      if (!answer.ok) throw new Error(`The CRM answered ${answer.status}`);
    },
  };
}
