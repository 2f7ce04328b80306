import { keysOf } from '../core/map-values.ts';
import { lenderActions } from './lender-actions.ts';

/** The audit log's areas. */
export const auditAreas = {
  accounts: 'Sign-in and accounts',
  team: 'Team',
  staff: 'Staff and roles',
  contractor: 'Contractors',
  marketing: 'Pages and marketing',
  customers: 'Customers',
  documents: 'Estimates and invoices',
  billing: 'Billing',
  lenders: 'Lenders',
  payouts: 'Payouts and tax forms',
  reports: 'Exports',
  emails: 'E-mails',
  leads: 'Leads',
  training: 'Training',
  settings: 'Settings',
  privacy: 'Personal data',
  audit: 'Audit log',
} as const;
export type AuditArea = keyof typeof auditAreas;

interface AuditAction {
  area: AuditArea;
  /** The action's label. */
  text: string;
  /** The contractor's owner also sees it under Account activity. Staff see every entry. */
  own?: true;
}

/** Every audit log action, named `<entity>.<what happened>`. Other actions can't be recorded. */
const actions = {
  'session.started': { area: 'accounts', text: 'Signed in', own: true },
  'session.reuse-detected': {
    area: 'accounts',
    text: 'Session ended: its cookie was used twice',
    own: true,
  },
  'session.ended': { area: 'accounts', text: 'A device signed out', own: true },
  'session.others-ended': { area: 'accounts', text: 'All other devices signed out', own: true },
  'session.disowned': {
    area: 'accounts',
    text: 'A sign-in not recognized, account signed out everywhere',
    own: true,
  },
  'user.created': { area: 'accounts', text: 'Account created', own: true },
  'user.confirmed': { area: 'accounts', text: 'Account confirmed', own: true },
  'user.confirmation-sent': { area: 'accounts', text: 'Confirmation e-mail sent', own: true },
  'user.profile-saved': { area: 'accounts', text: 'Profile saved', own: true },
  'user.password-changed': { area: 'accounts', text: 'Password changed', own: true },
  'user.password-reset': { area: 'accounts', text: 'Password set with a link', own: true },
  'user.two-step-on': { area: 'accounts', text: 'Two-step verification turned on', own: true },
  'user.two-step-off': { area: 'accounts', text: 'Two-step verification turned off', own: true },
  'user.app-added': { area: 'accounts', text: 'Authenticator app added', own: true },
  'user.app-replaced': { area: 'accounts', text: 'Authenticator app replaced', own: true },
  'user.app-removed': { area: 'accounts', text: 'Authenticator app removed', own: true },
  'user.passkey-added': { area: 'accounts', text: 'Passkey added', own: true },
  'user.passkey-renamed': { area: 'accounts', text: 'Passkey renamed', own: true },
  'user.passkey-removed': { area: 'accounts', text: 'Passkey removed', own: true },
  'user.passkey-refused': {
    area: 'accounts',
    text: 'Passkey rejected: it seems to have been copied',
    own: true,
  },
  'two-step-rule.saved': { area: 'settings', text: 'Two-step rule for contractors saved' },
  'user.recovery-codes-renewed': {
    area: 'accounts',
    text: 'New recovery codes created',
    own: true,
  },
  'user.recovery-code-used': { area: 'accounts', text: 'Recovery code used', own: true },
  'user.factors-reset': {
    area: 'accounts',
    text: 'Two-step verification reset by staff',
    own: true,
  },
  'user.email-change-asked': {
    area: 'accounts',
    text: 'Change of the sign-in e-mail requested',
    own: true,
  },
  'user.email-changed': { area: 'accounts', text: 'Sign-in e-mail changed', own: true },
  'user.email-restored': {
    area: 'accounts',
    text: 'Sign-in e-mail restored with its link',
    own: true,
  },
  // Contractors see each visit and its reason in a separate card.
  'switch.started': { area: 'accounts', text: 'Staff switched into the account' },
  'switch.ended': { area: 'accounts', text: 'Staff left the account' },
  'notification.chosen': { area: 'accounts', text: 'E-mail notifications chosen', own: true },
  'push-device.added': {
    area: 'accounts',
    text: 'Notifications turned on for a device',
    own: true,
  },
  'push-device.changed': { area: 'accounts', text: 'Notifications of a device chosen', own: true },
  'push-device.removed': {
    area: 'accounts',
    text: 'Notifications turned off for a device',
    own: true,
  },

  'team-user.added': { area: 'team', text: 'Team user added', own: true },
  'team-user.changed': { area: 'team', text: 'Team user changed', own: true },
  'team-user.removed': { area: 'team', text: 'Team user removed', own: true },
  'team-user.factors-reset': {
    area: 'team',
    text: 'Two-step verification of a team user reset',
    own: true,
  },
  'team-user.invited': { area: 'team', text: 'Team user invited again', own: true },
  'team-user.reactivated': { area: 'team', text: 'Team user reactivated', own: true },
  'team-user.deactivated': { area: 'team', text: 'Team user deactivated', own: true },

  'staff.first-created': { area: 'staff', text: 'First administrator created' },
  'staff.invited': { area: 'staff', text: 'Staff member invited' },
  'staff.invited-again': { area: 'staff', text: 'Staff member invited again' },
  'staff.withdrawn': { area: 'staff', text: 'Invitation of a staff member withdrawn' },
  'staff.changed': { area: 'staff', text: 'Staff account changed' },
  'staff.deactivated': { area: 'staff', text: 'Staff account deactivated' },
  'staff.reactivated': { area: 'staff', text: 'Staff account reactivated' },

  'role.created': { area: 'staff', text: 'Role created' },
  'role.changed': { area: 'staff', text: 'Role changed' },
  'role.deleted': { area: 'staff', text: 'Role deleted' },

  'contractor.signed-up': { area: 'contractor', text: 'Signed up', own: true },
  'contractor.sign-up-confirmed': {
    area: 'contractor',
    text: 'E-mail confirmed for signing up',
    own: true,
  },
  'contractor.managed': { area: 'contractor', text: 'Account edited', own: true },
  'contractor.profile-saved': { area: 'contractor', text: 'Company profile saved', own: true },
  'contractor.agreement-accepted': {
    area: 'contractor',
    text: 'Service agreement accepted',
    own: true,
  },
  'contractor.quiz-answered': {
    area: 'contractor',
    text: 'Questions about the business answered',
    own: true,
  },

  'page.created': { area: 'marketing', text: 'Co-branded page created', own: true },
  'page.updated': { area: 'marketing', text: 'Co-branded page changed', own: true },
  'page.closed': { area: 'marketing', text: 'Co-branded page closed', own: true },
  'page.reopened': { area: 'marketing', text: 'Co-branded page reopened', own: true },
  'flyer.updated': { area: 'marketing', text: 'Homeowner flyer changed', own: true },
  'widget-sites.saved': { area: 'marketing', text: 'Websites for widgets saved', own: true },
  'invoice.made': { area: 'marketing', text: 'Invoice or estimate created', own: true },
  'invoice.link-mailed': { area: 'marketing', text: 'Financing link e-mailed', own: true },
  'flyer-template.created': { area: 'marketing', text: 'Flyer template created' },
  'flyer-template.updated': { area: 'marketing', text: 'Flyer template changed' },
  'flyer-template.restored': { area: 'marketing', text: 'Flyer template restored' },
  'social-template.created': { area: 'marketing', text: 'Social image template created' },
  'social-template.updated': { area: 'marketing', text: 'Social image template changed' },
  'social-template.restored': { area: 'marketing', text: 'Social image template restored' },

  'customer.created': { area: 'customers', text: 'Customer added', own: true },
  'customer.changed': { area: 'customers', text: 'Customer changed', own: true },
  'customer.archived': { area: 'customers', text: 'Customer archived', own: true },
  'customer.merged': { area: 'customers', text: 'Two customers merged', own: true },
  'customer.email-accepted': { area: 'customers', text: 'Application e-mail accepted', own: true },
  'customer.email-kept': { area: 'customers', text: 'Application e-mail rejected', own: true },
  'customer.from-application': {
    area: 'customers',
    text: 'Customer created from an application',
    own: true,
  },
  'customers.taken-over': {
    area: 'customers',
    text: 'Customers created from applications',
    own: true,
  },
  'customers.imported': { area: 'customers', text: 'Customers imported', own: true },
  'customers.import-undone': { area: 'customers', text: 'Customer import undone', own: true },
  'customers.exported': { area: 'customers', text: 'Customers exported', own: true },
  'customer.restored': { area: 'customers', text: 'Customer restored', own: true },
  'document.sent': { area: 'documents', text: 'Estimate or invoice sent', own: true },
  'document.accepted': { area: 'documents', text: 'Estimate accepted by the customer', own: true },
  'document.declined': { area: 'documents', text: 'Estimate declined by the customer', own: true },
  'document.invoiced': { area: 'documents', text: 'Estimate turned into an invoice', own: true },
  'document.voided': { area: 'documents', text: 'Estimate or invoice voided', own: true },
  'document.draft-removed': {
    area: 'documents',
    text: 'Draft of an estimate or invoice removed',
    own: true,
  },
  'document.payment-added': { area: 'documents', text: 'Customer payment entered', own: true },
  'document.payment-taken-back': {
    area: 'documents',
    text: 'Customer payment reversed',
    own: true,
  },
  'document.link-renewed': { area: 'documents', text: 'New document link created', own: true },
  'document.link-revoked': { area: 'documents', text: 'Document link turned off', own: true },
  'document.defaults-set': { area: 'documents', text: 'Defaults for new documents set', own: true },
  'document.series-set': { area: 'documents', text: 'Next document number set', own: true },
  'documents.exported': { area: 'reports', text: 'Documents exported', own: true },
  'link.sent': { area: 'customers', text: 'Link to apply sent', own: true },
  'link.resent': { area: 'customers', text: 'Link to apply sent again', own: true },
  'link.canceled': { area: 'customers', text: 'Link to apply canceled', own: true },

  'card.added': { area: 'billing', text: 'Card added', own: true },
  'card.replaced': { area: 'billing', text: 'Card replaced', own: true },
  'payment.refunded': { area: 'billing', text: 'Payment refunded', own: true },
  'subscription.canceled': { area: 'billing', text: 'Subscription canceled', own: true },
  'subscription.end-set': { area: 'billing', text: 'Subscription set to end', own: true },
  'subscription.end-taken-back': {
    area: 'billing',
    text: 'Scheduled end of the subscription undone',
    own: true,
  },
  'subscription.plan-chosen': { area: 'billing', text: 'Plan chosen', own: true },
  'subscription.plan-unpaid': { area: 'billing', text: 'Unpaid plan change undone', own: true },
  'subscription.resumed': { area: 'billing', text: 'Subscription resumed', own: true },
  'subscription.reopened': { area: 'billing', text: 'Subscription reopened', own: true },
  'guarantee.claimed': { area: 'billing', text: 'Guarantee claimed', own: true },
  'guarantee.approved': { area: 'billing', text: 'Guarantee claim approved', own: true },
  'guarantee.declined': { area: 'billing', text: 'Guarantee claim declined', own: true },
  'reconciliation.run': { area: 'billing', text: 'Ledger compared with the payment provider' },
  'plan.created': { area: 'billing', text: 'Plan created' },
  'plan.updated': { area: 'billing', text: 'Plan changed' },
  'plan.deleted': { area: 'billing', text: 'Plan deleted' },

  ...lenderActions,

  'payout-method.saved': { area: 'payouts', text: 'Bank details saved', own: true },
  'w9.submitted': { area: 'payouts', text: 'W-9 form submitted', own: true },
  'w9.reviewed': { area: 'payouts', text: 'W-9 form reviewed', own: true },
  'w9.read': { area: 'payouts', text: 'W-9 form viewed' },
  'payout-run.started': { area: 'payouts', text: 'Payout run started' },
  'payout-run.prepared': { area: 'payouts', text: 'Payout run prepared' },
  'payout-run.released': { area: 'payouts', text: 'Payout run released' },
  'payout-run.canceled': { area: 'payouts', text: 'Payout run canceled' },
  'payout-run.downloaded': { area: 'payouts', text: 'Bank file downloaded' },
  'payout-run.confirmed': { area: 'payouts', text: 'Payout run marked as paid' },
  'commission-rates.added': { area: 'payouts', text: 'Commission rates added' },
  'commission-rates.canceled': { area: 'payouts', text: 'Planned commission rates canceled' },
  'adjustment.proposed': { area: 'payouts', text: 'Commission adjustment proposed' },
  'adjustment.approved': { area: 'payouts', text: 'Commission adjustment approved', own: true },
  'adjustment.rejected': { area: 'payouts', text: 'Commission adjustment rejected' },
  'adjustment.canceled': { area: 'payouts', text: 'Commission adjustment canceled' },
  'payout.returned': { area: 'payouts', text: 'Payout returned by the bank', own: true },

  'application.flags-reviewed': { area: 'reports', text: 'Flagged application reviewed' },
  'application.note-removed': {
    area: 'reports',
    text: 'Note about an application removed',
    own: true,
  },
  'applications.exported': { area: 'reports', text: 'Applications exported', own: true },
  'applications.export-downloaded': {
    area: 'reports',
    text: 'Large export of applications downloaded',
    own: true,
  },
  'accounting.exported': { area: 'reports', text: 'Accounting data exported' },
  'commissions.exported': { area: 'reports', text: 'Commissions exported', own: true },
  'company-data.asked': {
    area: 'reports',
    text: 'Export of all company data requested',
    own: true,
  },
  'company-data.downloaded': {
    area: 'reports',
    text: 'Export of all company data downloaded',
    own: true,
  },

  'email.unsubscribed': { area: 'emails', text: 'E-mail address unsubscribed' },
  'email.resubscribed': { area: 'emails', text: 'E-mail address subscribed again' },
  'email.allowed-again': { area: 'emails', text: 'Undeliverable e-mail address allowed again' },
  'email.retried': { area: 'emails', text: 'Failed e-mail sent again' },
  'email.test-sent': { area: 'emails', text: 'Test e-mail sent' },
  'text.stopped': { area: 'emails', text: 'Phone number stopped text messages' },
  'text.resumed': { area: 'emails', text: 'Phone number can receive text messages again' },
  'text.retried': { area: 'emails', text: 'Failed text message sent again' },
  'email-template.created': { area: 'emails', text: 'E-mail template created' },
  'email-template.updated': { area: 'emails', text: 'E-mail template changed' },
  'email-template.restored': { area: 'emails', text: 'E-mail template restored' },
  'email-event.created': { area: 'emails', text: 'E-mail event created' },
  'email-event.renamed': { area: 'emails', text: 'E-mail event renamed' },
  'email-event.deleted': { area: 'emails', text: 'E-mail event deleted' },

  'lead.created': { area: 'leads', text: 'Lead created' },
  'lead.owner-changed': { area: 'leads', text: 'Lead assigned to another owner' },
  'lead-distribution-set.saved': { area: 'leads', text: 'Lead distribution saved' },
  'lead-distribution-set.deleted': { area: 'leads', text: 'Lead distribution deleted' },

  'question.asked': { area: 'training', text: 'Question sent to support', own: true },
  'training-category.created': { area: 'training', text: 'Training category created' },
  'training-category.updated': { area: 'training', text: 'Training category changed' },
  'training-category.deleted': { area: 'training', text: 'Training category deleted' },
  'training-category.reordered': { area: 'training', text: 'Training categories reordered' },
  'training-material.created': { area: 'training', text: 'Training material created' },
  'training-material.updated': { area: 'training', text: 'Training material changed' },
  'training-material.deleted': { area: 'training', text: 'Training material deleted' },
  'training-material.reordered': { area: 'training', text: 'Training materials reordered' },

  'setting.updated': { area: 'settings', text: 'Setting changed' },
  'link-settings.saved': { area: 'settings', text: 'Daily link limit saved' },
  'link-limit.saved': { area: 'settings', text: 'Daily link limit of a contractor saved' },
  'sign-up-settings.saved': { area: 'settings', text: 'Sign-up settings saved' },
  'setup.checked': { area: 'settings', text: 'Setup step checked' },
  'setup.opened': { area: 'settings', text: 'Opened to the public' },
  'setup.paused': { area: 'settings', text: 'Paused for the public' },
  'provider-settings.saved': { area: 'settings', text: 'Setup changed' },
  'provider.saved': { area: 'settings', text: 'Licenses and lenders saved' },
  'legal-text.published': { area: 'settings', text: 'Legal text published' },
  'accounting.accounts-saved': { area: 'settings', text: 'Accounting account names saved' },
  'payout-settings.saved': { area: 'settings', text: 'Payout rules saved' },

  'retention.saved': { area: 'privacy', text: 'Retention of personal data changed' },
  'retention.rehearsed': { area: 'privacy', text: 'Removal of personal data rehearsed' },
  'consents.downloaded': { area: 'privacy', text: 'Record of consents downloaded' },
  'privacy-request.received': { area: 'privacy', text: 'Privacy request received' },
  'privacy-request.extended': { area: 'privacy', text: 'Privacy request extended' },
  'privacy-request.rejected': { area: 'privacy', text: 'Privacy request rejected' },
  'privacy-request.fulfilled': { area: 'privacy', text: 'Privacy request fulfilled' },
  'privacy-request.match-decided': { area: 'privacy', text: 'Possible match decided' },
  'privacy-request.copy-fetched': { area: 'privacy', text: 'Copy of personal data downloaded' },
  'privacy-request.removed': {
    area: 'privacy',
    text: 'Customer’s data removed at the customer’s request',
    own: true,
  },
  'privacy-request.finished': { area: 'privacy', text: 'Delayed deletion finished' },
  'privacy-request.replayed': { area: 'privacy', text: 'Deletions repeated after a restore' },
  'retention.run': { area: 'privacy', text: 'Personal data removed by the nightly run' },

  'audit.exported': { area: 'audit', text: 'Audit log exported' },
  'audit.anchored': { area: 'audit', text: 'State of the audit log recorded' },
} as const satisfies Record<string, AuditAction>;

export type AuditActionName = keyof typeof actions;
/** The actions of an entity, from the names `<entity>.<what happened>`. */
export type AuditedAction<Entity extends string> = AuditActionName extends infer Name
  ? Name extends `${Entity}.${infer What}`
    ? What
    : never
  : never;
export const isAuditAction = (name: string): name is AuditActionName =>
  Object.hasOwn(actions, name);
export const auditActions: Readonly<Record<AuditActionName, AuditAction>> = actions;

/** The actions that a contractor's owner sees for their own account. */
export const ownAuditActions: readonly AuditActionName[] = keysOf(auditActions).filter(
  (name) => auditActions[name].own,
);

/** The actions of an area, or the single action with that name; empty for an unknown name. */
export function listActions(kind: string): AuditActionName[] {
  const names = keysOf(auditActions);
  return names.filter((name) => name === kind || auditActions[name].area === kind);
}

/** `plan.archived` as `Plan archived`: the fallback for an unlisted action or entity. */
export const plainly = (action: string): string => {
  const words = action.replace(/[.-]/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** The action's label. */
export function auditActionText(action: string): string {
  const known: Readonly<Record<string, AuditAction | undefined>> = auditActions;
  return known[action]?.text ?? plainly(action);
}
