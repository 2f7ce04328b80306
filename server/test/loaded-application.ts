/**
 * The submission of homeowner number `caller` in a load test, with the consents of the page's form.
 */
export const applicationUnderLoad = (caller: number, consents: unknown) => ({
  firstName: 'Under',
  lastName: 'Load',
  email: `under.load.${caller}@example.com`,
  phone: `(512) 555-${String(caller % 10_000).padStart(4, '0')}`,
  city: 'Austin',
  state: 'TX',
  creditBand: 'good',
  requestedAmount: '$12,500.00',
  project: 'Painting',
  consents,
});
