import { type Manager } from '@lintel/contract/leads/lead';
import type { ContractorRow } from '@lintel/contract/contractors/manage';

/** A staff member who may manage contractors and leads. */
export const manager = (id: number, firstName: string, lastName: string): Manager => ({
  id,
  firstName,
  lastName,
  fullName: `${firstName} ${lastName}`,
  email: `${firstName.toLowerCase()}@demo.test`,
  phones: [],
});

export const contractorRow = (change: Partial<ContractorRow> = {}): ContractorRow => ({
  id: 7,
  contractorId: change.id ?? 7,
  hasUser: true,
  userId: 11,
  hasFactor: false,
  user: { id: 11, firstname: 'Priya', lastname: 'Natarajan', email: 'pro@demo.test' },
  companyName: 'Summit Roofing LLC',
  firstName: 'Priya',
  lastName: 'Natarajan',
  fullName: 'Priya Natarajan',
  email: 'pro@demo.test',
  phone: '5555551234',
  phoneNumber: '5555551234',
  plan: { id: 3, name: 'Pro', tier: 'Pro' },
  contractorPlan: 'Pro',
  registrationDate: '2026-03-04T18:00:00.000Z',
  cpActivation: '2026-03-05T18:00:00.000Z',
  leadId: null,
  leadUrl: null,
  paymentStatus: 'Paid',
  partnerId: null,
  referralId: null,
  maxTeamUsers: null,
  w9: { status: 'Not found', danger: false },
  statusW9: 'Not found',
  fullNameW9: '',
  companyNameW9: '',
  isSSN: false,
  isEIN: false,
  isDifferent: false,
  skipDifferences: false,
  ...change,
});
