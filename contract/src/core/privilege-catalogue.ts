/** What privileges can name. Apart from the rules of access, which every screen loads. */

/** Resources that a privilege can name. */
export const resources = [
  'personal-info',
  'manage-contractors',
  'card-payments',
  'payout-tax',
  'payouts',
  'co-branded',
  'manage-emails',
  'manage-plans',
  'manage-settings',
  'manage-rules',
  'reports-applications',
  'reports-commissions',
  'customers',
  'documents',
  'marketing-materials',
  'refer',
  'training-and-faqs',
  'manage-lead-fields',
  'manage-lead-distribution',
  'manage-multiple-users',
  'audit',
  'manage-staff',
  'privacy',
  'pre-prod',
] as const;
export type Resource = (typeof resources)[number];

/** Codes that a privilege can name. `manage_*` codes are held by staff. */
export const codes = [
  'access',
  'manage_access',
  'read',
  'manage_read',
  'modify',
  'manage_modify',
  'manage_page_create',
  'manage_concierge',
  'plan_modify',
  'account_create',
  'access_templates',
  'modify_templates',
  'access_unsubscribers',
] as const;
export type Code = (typeof codes)[number];

/** Every pair that exists: what a role can be made of. */
export const privilegeCatalogue = {
  'personal-info': ['access', 'manage_access'],
  'manage-contractors': ['access', 'plan_modify', 'account_create'],
  'card-payments': ['access', 'manage_access', 'manage_read'],
  'payout-tax': ['access', 'manage_access'],
  payouts: ['manage_access'],
  'co-branded': ['access', 'manage_access', 'manage_page_create', 'manage_concierge'],
  'manage-emails': ['access_templates', 'modify_templates', 'access_unsubscribers'],
  'manage-plans': ['access', 'modify'],
  'manage-settings': ['access', 'modify'],
  'manage-rules': ['modify'],
  'reports-applications': ['access', 'read', 'manage_access', 'manage_read'],
  'reports-commissions': ['access', 'read', 'manage_access', 'manage_read'],
  customers: ['access', 'read', 'manage_access'],
  documents: ['access', 'read', 'manage_access'],
  'marketing-materials': ['access', 'manage_access', 'manage_modify'],
  refer: ['access', 'manage_access'],
  'training-and-faqs': ['access', 'manage_access'],
  'manage-lead-fields': ['access', 'modify'],
  'manage-lead-distribution': ['access'],
  'manage-multiple-users': ['modify'],
  audit: ['manage_access'],
  'manage-staff': ['access', 'modify'],
  privacy: ['manage_access'],
  'pre-prod': ['access'],
} as const satisfies Record<Resource, readonly Code[]>;
