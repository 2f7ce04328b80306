/**
 * Where the rows of each table stand in a cluster of databases (docs/scale.md). What grows with the
 * contractors' business is spread by contractor, so every row of these tables and every statement
 * on them names the contractor; what all shards are joined with has a copy beside each; the rest
 * stays on the coordinator.
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
  'email_messages',
  'audit_log',
  'staff_visits',
  'widget_sightings',
  'widget_sites',
  'ledger_entries',
  'payments',
  'payment_attempts',
  'refunds',
  'commissions',
  'payouts',
  'renewal_notices',
] as const;

export type SpreadTable = (typeof spread)[number];
