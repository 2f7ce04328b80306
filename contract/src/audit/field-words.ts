/**
 * What fields are called in the details of the audit log, where their names alone would not say it
 * to a person.
 */
const words: Readonly<Record<string, string>> = {
  accHolderName: 'Account holder',
  accNumber: 'Account number',
  accountType: 'Account type',
  bankName: 'Bank',
  alone: 'By one person',
  amountCents: 'Amount',
  bytes: 'Size in bytes',
  ccAcceptance: 'Accepts credit cards',
  ccAccept: 'Accepts credit cards',
  changed: 'Fields changed',
  categoryId: 'Category number',
  content: 'Text',
  deactivated: 'Team users deactivated',
  docType: 'Document',
  enabled: 'In use',
  engine: 'Drawn by',
  engineReason: 'Why it is drawn so',
  email: 'E-mail',
  eventId: 'Event number',
  extPhone: 'Extension',
  fdAgreement: 'Funding Designation Agreement',
  firstName: 'First name',
  firstname: 'First name',
  hasNoLogo: 'Without a logo',
  helocOffer: 'HELOC offers',
  imageKey: 'Picture file',
  installmentIntervalsCount: 'Payments a year',
  last4: 'Last four digits',
  lastName: 'Last name',
  lastname: 'Last name',
  left: 'Recovery codes left',
  leftOut: 'Left out',
  logoKey: 'Logo file',
  logoLinkUrl: 'Logo link URL',
  managerId: 'Manager number',
  maxTeamUsers: 'Team users at most',
  minutes: 'Length in minutes',
  onePerson: 'One person prepares and releases',
  optionKey: 'Notifications',
  payees: 'Contractors paid',
  places: 'Order',
  planId: 'Plan number',
  position: 'Place in the list',
  preparedBy: 'Prepared by account',
  priceCents: 'Price',
  qrCodeBackside: 'QR code leads to',
  roles: 'Role numbers',
  routingNumber: 'Routing number',
  sessionId: 'Session',
  sites: 'Websites',
  tin: 'Tax number',
  isSsn: 'Tax number is an SSN',
  next: 'Next number',
  setId: 'Lead distribution number',
  stripeId: 'Price at the payment provider',
  associatedStripeId: 'Related price at the payment provider',
  teamAccess: 'Access',
  teamResources: 'Sections',
  timedOut: 'Ended by itself',
  totalCents: 'Total',
  trackKey: 'Captions file',
  unsubscribe: 'With a link to unsubscribe',
  videoKey: 'Video file',
  videoType: 'Kind of video',
  videoUrl: 'Video address',
  websiteUrl: 'Website',
  youtubeId: 'YouTube video',
};

/**
 * What a field is called, for a person: `pageName` is `Page name` without being listed, and what is
 * in words already stays so.
 */
export function auditFieldText(name: string): string {
  if (Object.hasOwn(words, name)) return words[name] ?? name;
  const plain = name
    .replace(
      /([a-z\d])([A-Z])/g,
      (_all, end: string, start: string) => `${end} ${start.toLowerCase()}`,
    )
    .replace(/[-_]/g, ' ');
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}
