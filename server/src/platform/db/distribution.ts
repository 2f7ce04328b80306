/**
 * The tables that grow with the contractors' business. In a cluster of databases they are spread by
 * contractor (docs/scale.md), so each of their keys begins with it, and every statement names the
 * contractor whose rows it means, or says why it means all of them (`acrossContractors`).
 */
export const spread = [
  'applications',
  'offers',
  'application_keys',
  'application_short_links',
  'application_consents',
  'consent_texts',
  'lender_events',
  'lender_requests',
  'homeowner_documents',
  'text_messages',
  'application_exports',
  'widget_sites',
  'widget_sightings',
  'ledger_entries',
  'commissions',
  'payouts',
  'subscriptions',
  'renewal_notices',
  'cards',
  'gateway_customers',
  'payments',
  'payment_attempts',
  'refunds',
  'disputes',
  'guarantee_claims',
  'application_notes',
  'application_follow_ups',
  'customers',
  'customer_applications',
  'customer_events',
  'customer_imports',
  'documents',
  'document_revisions',
  'document_numbers',
  'document_payments',
  'document_links',
  'document_events',
  'document_defaults',
  'saved_items',
  'audit_log',
  'sent_links',
  'link_sends',
  'link_limits',
  'email_messages',
  'staff_visits',
] as const;

/**
 * Tables that a cluster copies to each of its machines: small, seldom changed, and joined with
 * contractors' rows. All others stay on the coordinator alone.
 */
export const copied = ['co_branded_pages'] as const;
