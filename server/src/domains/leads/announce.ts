import type { Database } from '../../platform/db/connect.ts';
import { queueEmail, type EmailDeps } from '../emails/index.ts';

interface News {
  contractorId: number;
  contact: {
    companyName: string;
    firstName: string;
    lastName: string;
    email: string;
    phone: string;
  };
  leadUrl: string;
}

const spoken = (phone: string): string => phone.replace(/^(\d{3})(\d{3})(\d{4})$/, '($1) $2-$3');

/** Tells the provider's people of a new lead, once. */
export const announceLead = (
  tx: Database,
  mail: EmailDeps,
  { contractorId, contact, leadUrl }: News,
): Promise<void> =>
  queueEmail(tx, mail, {
    event: 'lead-created',
    key: `lead-created:${contractorId}`,
    contractorId,
    data: {
      lead: {
        company: contact.companyName,
        name: `${contact.firstName} ${contact.lastName}`.trim(),
        email: contact.email,
        phone: spoken(contact.phone),
        state: '',
      },
      link: leadUrl,
    },
  });
