import type { Database } from '../../platform/db/connect.ts';
import { column, ownTable, type OwnData } from '../../platform/own-data.ts';
import {
  findContractor,
  selectAcceptances,
  type AcceptanceRow,
  type FoundContractor,
} from './repository.ts';

const { text, moment } = column;

/** The company's stored data and its agreements. */
export const contractorData = (db: Database): OwnData => ({
  tables: [
    ownTable<FoundContractor>({
      name: 'company',
      about: 'Your company profile and your plan.',
      columns: [
        text('Account', ({ contractor }) => String(contractor.id)),
        text('Company', ({ contractor }) => contractor.companyName),
        text('Address', ({ contractor }) => contractor.companyAddress),
        text('Website', ({ contractor }) => contractor.websiteUrl),
        text('License number', ({ contractor }) => contractor.licenseNumber),
        text('Time zone', ({ contractor }) => contractor.timeZone),
        text('Phone', ({ contractor }) => contractor.phone),
        text('First name', ({ contractor }) => contractor.firstName),
        text('Last name', ({ contractor }) => contractor.lastName),
        text('E-mail', ({ contractor }) => contractor.email),
        text('Plan', ({ plan }) => plan?.name ?? ''),
        text('Payment status', ({ contractor }) => contractor.paymentStatus),
        text('Referral code', ({ contractor }) => contractor.referralCode),
        moment('Registered', ({ contractor }) => contractor.registeredAt),
      ],
      read: async (contractorId) => {
        const found = await findContractor(db, contractorId);
        return found === undefined ? [] : [found];
      },
    }),
    ownTable<{ question: string; answer: string }>({
      name: 'business-questions',
      about: 'Your answers to the questions about your business.',
      columns: [
        text('Question', ({ question }) => question),
        text('Answer', ({ answer }) => answer),
      ],
      read: async (contractorId) => (await findContractor(db, contractorId))?.contractor.quiz ?? [],
    }),
    ownTable<AcceptanceRow>({
      name: 'agreements',
      about: 'When the service agreement was accepted, which version, and from where.',
      columns: [
        moment('Accepted', ({ acceptedAt }) => acceptedAt),
        text('Version', ({ version }) => version),
        text('IP address', ({ address }) => address),
        text('SHA-256 of the text', ({ textHash }) => textHash),
      ],
      read: (contractorId) => selectAcceptances(db, contractorId),
    }),
  ],
});
