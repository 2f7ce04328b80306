import { insertProviderFacts } from '../domains/legal/index.ts';
import type { Database } from '../platform/db/connect.ts';

/** Fictitious, like the sandbox's lenders. */
const website = (name: string): string =>
  `https://www.${name.toLowerCase().replace(/[^a-z]/g, '')}.example.com`;
const lenders = [
  ['Keystone Home Credit', '9900101'],
  ['Bright Harbor Bank', '9900102'],
  ['Mainstreet Direct', '9900103'],
  ['Hearth Equity', '9900104'],
  ['Juniper Card', '9900105'],
] as const;

/** Example licenses and the sandbox's lenders, to complete the demo's pages. */
export const seedProvider = (db: Database, at: Date): Promise<void> =>
  insertProviderFacts(db, {
    at,
    provider: {
      legalName: 'Lintel Demonstration LLC',
      address: '100 Example Plaza, Columbus, OH 43215',
      nmlsId: '9900100',
      licenses: [
        { state: 'CO', number: 'EX-100482', name: 'Supervised Lender License (example)' },
        { state: 'OH', number: 'EX-501.029', name: 'Loan Broker Certificate (example)' },
        { state: 'TX', number: 'EX-77120', name: 'Credit Access License (example)' },
      ],
      lenders: lenders.map(([name, nmlsId]) => ({
        name,
        nmlsId,
        website: website(name),
        states: [],
      })),
    },
  });
