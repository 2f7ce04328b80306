/**
 * The federal agencies that Regulation B lists for a creditor's notices (12 CFR 1002, appendix A),
 * by kind of creditor.
 */
export const creditorAgencies = {
  cfpb: {
    creditors: 'Bank, savings association, or credit union with more than $10 billion in assets',
    name: 'Bureau of Consumer Financial Protection',
    address: '1700 G Street NW, Washington, DC 20552',
  },
  'cfpb-affiliate': {
    creditors: 'Affiliate of one of those that is no bank or credit union itself',
    name: 'Bureau of Consumer Financial Protection, 1700 G Street NW, Washington, DC 20552, and Federal Trade Commission, Consumer Response Center',
    address: '600 Pennsylvania Avenue NW, Washington, DC 20580',
  },
  occ: {
    creditors: 'National bank or federal savings association',
    name: 'Office of the Comptroller of the Currency, Customer Assistance Group',
    address: 'P.O. Box 53570, Houston, TX 77052',
  },
  frb: {
    creditors: 'State bank that is a member of the Federal Reserve',
    name: 'Federal Reserve Consumer Help Center',
    address: 'P.O. Box 1200, Minneapolis, MN 55480',
  },
  fdic: {
    creditors: 'Insured state bank that is no member of the Federal Reserve',
    name: 'Division of Depositor and Consumer Protection, National Center for Consumer and Depositor Assistance, Federal Deposit Insurance Corporation',
    address: '1100 Walnut Street, Box #11, Kansas City, MO 64106',
  },
  ncua: {
    creditors: 'Federal credit union',
    name: 'National Credit Union Administration, Office of Consumer Financial Protection',
    address: '1775 Duke Street, Alexandria, VA 22314',
  },
  ftc: {
    creditors: 'Finance company, retailer, or any other creditor',
    name: 'Federal Trade Commission, Consumer Response Center',
    address: '600 Pennsylvania Avenue NW, Washington, DC 20580',
  },
} as const;
export type CreditorAgency = keyof typeof creditorAgencies;

/** Who sends a lender's notices of adverse action. */
export const noticeSenders = ['provider', 'lender'] as const;
export type NoticeSender = (typeof noticeSenders)[number];
