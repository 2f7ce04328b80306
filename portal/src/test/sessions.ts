import type { Code, Privilege, Resource } from '@lintel/contract/core/access';
import type { Contractor } from '@lintel/contract/contractors/contractor';
import type { OwnSession } from '@lintel/contract/identity/own-sessions';
import type { Session } from '@lintel/contract/identity/sessions';

/** Privileges from `resource:code` strings. */
export const privileges = (...words: string[]): Privilege[] =>
  words.map((word) => {
    const [resource, code] = word.split(':') as [Resource, Code];
    return { resource, code };
  });

const contractorResources = [
  'personal-info',
  'co-branded',
  'marketing-materials',
  'card-payments',
  'payout-tax',
  'refer',
  'training-and-faqs',
];
export const ownerPrivileges = privileges(
  ...[
    ...contractorResources,
    'customers',
    'documents',
    'reports-applications',
    'reports-commissions',
  ].map((resource) => `${resource}:access`),
);
export const staffPrivileges = privileges(
  ...ownerPrivileges.flatMap(({ resource }) => [`${resource}:access`, `${resource}:manage_access`]),
  'manage-contractors:access',
  'manage-emails:access_templates',
  'manage-emails:access_unsubscribers',
  'manage-plans:access',
  'manage-settings:access',
  'audit:manage_access',
  'manage-staff:access',
  'manage-staff:modify',
  'privacy:manage_access',
);

/** The current browser's session. */
export const thisSession: OwnSession = {
  id: '0b9f8c1e-4d52-4c5e-9a43-2f1f2a7c1d01',
  device: 'Chrome on macOS',
  address: '203.0.113.24',
  signedInAt: '2026-03-01T15:00:00.000Z',
  lastUsedAt: '2026-03-05T18:00:00.000Z',
  isThis: true,
};

export const contractor = (change: Partial<Contractor> = {}): Contractor => ({
  id: 7,
  companyName: 'Summit Roofing LLC',
  companyAddress: '40 Granite Way, Denver, CO 80202',
  websiteUrl: '',
  licenseNumber: '',
  timeZone: '',
  effectiveTimeZone: 'America/New_York',
  phone: '3035550110',
  date: '2025-02-03T17:00:00.000Z',
  contractorMaxTeamUsers: null,
  tierMaxTeamUsers: 3,
  plan: { id: 3, name: 'Pro', tier: 'Pro', opportunities: ['FDA', 'HELOC'] },
  paymentStatus: 'Paid',
  managerCSO: {
    firstName: 'Dana',
    lastName: 'Whitfield',
    email: 'dana@lintel.example',
    additionalContacts: { phones: ['(800) 555-0111'] },
  },
  hasPage: false,
  pages: [],
  selectedPage: null,
  ccAccept: '',
  w9: {
    status: 'Not found',
    skipDifferences: false,
    fullName: '',
    companyName: '',
    isEIN: false,
    isSSN: false,
  },
  needConfirmServiceAgreement: false,
  needQuiz: false,
  ...change,
});

const person = {
  id: 11,
  firstname: 'Priya',
  lastname: 'Natarajan',
  fullName: 'Priya Natarajan',
  initials: 'PN',
  email: 'pro@demo.test',
  isOwner: true,
  isLimited: false,
};
const ownFlags = {
  isAuth: true,
  switched: false,
  switchedSecondsLeft: null,
  needsFactor: false,
  factorNeededFrom: null,
  needConfirmProviderAgreement: false,
  needQuiz: false,
} as const;

/** A contractor's owner on their own account. */
export const owner = (
  held = ownerPrivileges,
  company: Partial<Contractor> = {},
  flags: Partial<Session> = {},
): Session => {
  const user = { ...person, isContractorUser: true, contractor: 7, privileges: held };
  const { contractor: _id, ...account } = user;
  return { ...account, ...ownFlags, contractor: contractor(company), user, ...flags };
};

/** A team user of the same contractor with Limited access. */
export const limitedUser = (flags: Partial<Session> = {}): Session => {
  const whole = owner(privileges('personal-info:access', 'reports-applications:access'));
  const limited = { isOwner: false, isLimited: true };
  return { ...whole, ...limited, user: { ...whole.user, ...limited }, ...flags };
};

const admin = {
  id: 1,
  firstname: 'Avery',
  lastname: 'Quinn',
  fullName: 'Avery Quinn',
  initials: 'AQ',
  email: 'admin@demo.test',
  isContractorUser: false,
  isOwner: false,
  isLimited: false,
};

/** A staff user on their own account. */
export const staff = (held = staffPrivileges): Session => {
  const account = { ...admin, privileges: held };
  return { ...account, ...ownFlags, contractor: null, user: { ...account, contractor: null } };
};

/** A staff user switched into the account of Summit Roofing's owner. */
export const switchedStaff = (held = staffPrivileges, flags: Partial<Session> = {}): Session => ({
  ...staff(held),
  switched: true,
  switchedSecondsLeft: 1800,
  contractor: contractor(),
  user: owner().user,
  ...flags,
});

/** Someone of a lender with a desk. */
export const lenderPerson = (): Session => ({
  ...staff([]),
  lender: { id: 100, name: 'Blue River Credit Union' },
});
