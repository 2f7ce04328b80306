import type { Privilege } from '../core/access.ts';
import { privilegeCatalog, type Resource } from '../core/privilege-catalog.ts';
import { keysOf, nonEmpty } from '../core/map-values.ts';

type PrivilegeCatalog = typeof privilegeCatalog;

/** A pair as one string, in forms and JSON: `payouts:manage_access`. */
export type PrivilegeKey = {
  [Name in Resource]: `${Name}:${PrivilegeCatalog[Name][number]}`;
}[Resource];

/**
 * What each privilege allows, in plain words. A pair without words is a type error. Contractors
 * have `access` and `read` for their sections; staff also need them to see the section while in a
 * contractor's account.
 */
const words: {
  [Name in Resource]: { name: string } & Record<PrivilegeCatalog[Name][number], string>;
} = {
  'manage-contractors': {
    name: 'Contractors',
    access: 'See all contractors and leads, edit them, and switch into their accounts',
    plan_modify: 'Change a contractor’s plan and the size of its team',
    account_create: 'Create the account of a contractor that has paid',
  },
  'manage-staff': {
    name: 'Staff and roles',
    access: 'See who works here, what each person may do, and all roles',
    modify:
      'Invite and deactivate staff, reset their two-step verification, and create and change roles',
  },
  audit: { name: 'Audit log', manage_access: 'Read and export the audit log' },
  payouts: {
    name: 'Payouts',
    manage_access: 'Prepare, release and download payout runs, and change the payout rules',
  },
  privacy: {
    name: 'Privacy requests',
    manage_access: 'Answer homeowners who ask for a copy of their data or for deletion',
  },
  'adverse-action': {
    name: 'Adverse action notices',
    manage_access:
      'Read, print, and export the notices to declined homeowners, with the lenders’ reasons and credit scores',
  },
  'payout-tax': {
    name: 'ACH Info and tax forms',
    access: 'See and change their bank details and tax form',
    manage_access: 'Review W-9 forms, and see the ACH Info of contractors',
  },
  'manage-emails': {
    name: 'E-mails',
    access_templates: 'See e-mail templates, events and messages that failed',
    modify_templates: 'Change e-mail templates and events, and send messages again',
    access_unsubscribers: 'See unsubscribed addresses, and add or remove one',
  },
  'manage-plans': {
    name: 'Payment plans',
    access: 'See the payment plans',
    modify: 'Add, change and delete payment plans',
  },
  'manage-lenders': {
    name: 'Lenders',
    access: 'See the lenders, their health, and the calls to and from them',
    modify: 'Add, change, pause, and order lenders, and create their signing secrets',
  },
  accounting: {
    name: 'Accounting',
    manage_access:
      'Export the ledger, payments, and payouts, and see what contractors were paid in a year',
  },
  'manage-commissions': {
    name: 'Commission rates and adjustments',
    access: 'See the commission rates, and the adjustments and bonuses of contractors',
    modify:
      'Change the commission rates, propose adjustments and bonuses, and decide about those of other people',
  },
  'manage-settings': {
    name: 'Settings',
    access: 'See the settings',
    modify: 'Change the settings and training materials',
  },
  'manage-setup': {
    name: 'Setup',
    access: 'See how the portal is set up, and what is missing',
    modify: 'Connect e-mail, texts, payments, and the bank, and open the portal to the public',
  },
  'manage-rules': {
    name: 'Legal texts and rules',
    modify:
      'Change legal texts, the agreement date, licenses and lenders, retention, and sign-in rules; needs “Change the settings” as well',
  },
  'manage-lead-fields': {
    name: 'Lead sources',
    access: 'See the lead sources and first touches',
    modify: 'Change the lead sources and first touches',
  },
  'manage-lead-distribution': {
    name: 'Lead distribution',
    access: 'See and change who gets which leads',
  },
  'manage-multiple-users': {
    name: 'Team sizes',
    modify: 'Change how many team users each tier may have',
  },
  'personal-info': {
    name: 'Personal Info',
    access: 'See and change their own profile, company and team',
    manage_access: 'See and change the profile, company and team of contractors',
  },
  'co-branded': {
    name: 'Co-branded pages',
    access: 'See and change their own co-branded pages',
    manage_access: 'See and change the co-branded pages of contractors',
    manage_page_create: 'Create co-branded pages for contractors',
    manage_concierge: 'Turn concierge on or off for a page',
  },
  'marketing-materials': {
    name: 'Marketing materials',
    access: 'Use flyers, images, banners, widgets and invoices',
    manage_access: 'Use the marketing materials of contractors',
    manage_modify: 'Change the templates of flyers and social media images',
  },
  'reports-applications': {
    name: 'Applications report',
    access: 'Open the report of their own customers’ applications',
    read: 'Read their own customers’ applications',
    manage_access: 'Open the Applications report of contractors',
    manage_read: 'Read the applications of contractors’ customers',
  },
  'reports-commissions': {
    name: 'Commissions report',
    access: 'Open the report of their own commissions',
    read: 'Read their own commissions',
    manage_access: 'Open the Commissions report of contractors',
    manage_read: 'Read the commissions of contractors',
  },
  customers: {
    name: 'Customers',
    access: 'Keep their own customers, and send them links to apply',
    read: 'See their own customers',
    manage_access: 'See and change the customers of contractors, and send them links',
  },
  documents: {
    name: 'Documents',
    access: 'Write and send their own estimates and invoices, and enter what was paid',
    read: 'See their own estimates and invoices',
    manage_access: 'See, write and send the estimates and invoices of contractors',
  },
  'card-payments': {
    name: 'Billing',
    access: 'See their payments, and change their payment card',
    manage_access: 'See and manage the billing of contractors',
    manage_read: 'See the subscription, card, and payments of contractors',
  },
  'training-and-faqs': {
    name: 'Training and FAQs',
    access: 'Watch the training videos and read the answers',
    manage_access: 'See the training of contractors',
  },
  refer: {
    name: 'Refer a Friend',
    access: 'Share their own referral link',
    manage_access: 'See the referrals of contractors',
  },
  'pre-prod': {
    name: 'Preview',
    access: 'Edit training materials in a contractor’s account that could not do so itself',
  },
};

interface DescribedPrivilege extends Privilege {
  key: PrivilegeKey;
  text: string;
}

export interface PrivilegeGroup {
  resource: Resource;
  name: string;
  privileges: readonly DescribedPrivilege[];
}

const privilegeText = (resource: Resource, code: string): string => {
  const texts: Readonly<Record<string, string>> = words[resource];
  return texts[code] ?? code;
};

/** Every privilege with its description, grouped by resource in display order. */
export const privilegeGroups: readonly PrivilegeGroup[] = keysOf(words).map((resource) => ({
  resource,
  name: words[resource].name,
  privileges: privilegeCatalog[resource].map((code) => ({
    resource,
    code,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a pair of the catalog, as its type requires
    key: `${resource}:${code}` as PrivilegeKey,
    text: privilegeText(resource, code),
  })),
}));

const all = privilegeGroups.flatMap(({ privileges }) => privileges);

export const privilegeKeys = nonEmpty(all.map(({ key }) => key));

/** Splits a key into its pair. */
export function getPrivilege(key: PrivilegeKey): Privilege {
  const found = all.find((one) => one.key === key);
  if (found === undefined) throw new Error(`There is no privilege ${key}`);
  return { resource: found.resource, code: found.code };
}

/** The key of a pair; null for one that no longer exists. */
export const findPrivilegeKey = ({ resource, code }: Privilege): PrivilegeKey | null =>
  all.find((one) => one.resource === resource && one.code === code)?.key ?? null;

/** The Manage area and staff's part of a section: plans can't grant it to contractors. */
export const isForStaff = ({ resource, code }: Privilege): boolean =>
  resource.startsWith('manage-') || code.startsWith('manage_') || resource === 'pre-prod';
