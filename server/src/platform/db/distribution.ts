/**
 * The tables that grow with the contractors' business. In a cluster of databases they are spread by
 * contractor (docs/scale.md), so each of their keys begins with it, and every statement names the
 * contractor whose rows it means; the few that mean everybody's stand in a list with their reasons
 * (`server/test/statements/everywhere.ts`).
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
  'widget_sites',
] as const;

/**
 * Tables that a cluster copies to each of its machines: small, seldom changed, and joined with
 * contractors' rows. All others stay on the coordinator alone.
 */
export const copied = ['co_branded_pages'] as const;
