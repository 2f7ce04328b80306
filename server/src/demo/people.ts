/** The demo accounts. Their ids, names, and purposes are fixed, because others rely on them. */
export const demoPassword = 'Demo-pass1';

export const staff = [
  { id: 1, email: 'admin@demo.test', firstname: 'Avery', lastname: 'Quinn', roleId: 1 },
  { id: 2, email: 'support@demo.test', firstname: 'Sam', lastname: 'Porter', roleId: 2 },
  { id: 3, email: 'mailer@demo.test', firstname: 'Mel', lastname: 'Ito', roleId: 3 },
  { id: 4, email: 'payer@demo.test', firstname: 'Lou', lastname: 'Castellano', roleId: 4 },
] as const;

/**
 * Authenticator apps of staff and the lender's person, with public secrets. The missing account shows how a second factor
 * is set up.
 */
export const demoApps = [
  { id: 1, email: 'admin@demo.test', appSecret: 'LINTELDEMOADMINJBSWY3DPEHPK3PXP2' },
  { id: 2, email: 'support@demo.test', appSecret: 'LINTELDEMOSUPPORTJBSWY3DPEHPK3PX' },
  { id: 4, email: 'payer@demo.test', appSecret: 'LINTELDEMOPAYERJBSWY3DPEHPK3PXP4' },
  { id: 18, email: 'lender@demo.test', appSecret: 'LINTELDEMOLENDERJBSWY3DPEHPK3PX7' },
] as const;

/**
 * A lender with a desk, paused so that it gets none of the demo's applications, and someone who
 * works there.
 */
export const deskLender = {
  id: 90,
  name: 'Prairie Community Credit Union',
  person: { id: 18, email: 'lender@demo.test', firstname: 'Jordan', lastname: 'Avila' },
} as const;

export const demoManagers = [
  {
    id: 1,
    firstName: 'Dana',
    lastName: 'Whitfield',
    email: 'dana.whitfield@demo.test',
    phones: ['8005550176', '8005550177'],
  },
  {
    id: 2,
    firstName: 'Theo',
    lastName: 'Marsh',
    email: 'theo.marsh@demo.test',
    phones: ['8005550178'],
  },
];

/** Contractors with an owner. `onboarded`: agreement and quiz are completed. */
export const demoContractors = [
  {
    id: 101,
    companyName: 'Summit Roofing LLC',
    planId: 3,
    // Two payments failed; see the demo's billing.
    paymentStatus: 'Failed',
    managerId: 1,
    onboarded: true,
    websiteUrl: 'http://www.summitroofing.example',
    companyAddress: '2240 Ridge Road, Denver, CO 80202',
    licenseNumber: 'CO EX-20391',
    phone: '3035550110',
    owner: { id: 11, email: 'pro@demo.test', firstname: 'Priya', lastname: 'Natarajan' },
  },
  {
    id: 102,
    companyName: 'Oak & Iron Remodeling',
    planId: 4,
    paymentStatus: 'Paid',
    managerId: 2,
    onboarded: true,
    websiteUrl: 'http://oakandiron.example',
    companyAddress: '18 Foundry Lane, Columbus, OH 43004',
    licenseNumber: 'OH EX-48812',
    phone: '6145550120',
    owner: { id: 12, email: 'brand@demo.test', firstname: 'Brandon', lastname: 'Okafor' },
  },
  {
    id: 103,
    companyName: 'Harborlight Homes',
    planId: 5,
    paymentStatus: 'Paid',
    managerId: 1,
    onboarded: true,
    websiteUrl: 'http://harborlight.example',
    companyAddress: '77 Pier Street, Portland, ME 04101',
    phone: '2075550130',
    owner: { id: 13, email: 'concierge@demo.test', firstname: 'Connie', lastname: 'Larsen' },
  },
  {
    id: 104,
    companyName: 'First Coat Painting',
    planId: 1,
    paymentStatus: 'Unpaid',
    managerId: null,
    onboarded: false,
    websiteUrl: '',
    companyAddress: '',
    phone: '5125550140',
    owner: { id: 14, email: 'free@demo.test', firstname: 'Freddie', lastname: 'Alvarez' },
  },
  {
    id: 105,
    companyName: 'Quick Gutters',
    planId: 3,
    paymentStatus: 'Canceled',
    managerId: 2,
    onboarded: true,
    websiteUrl: 'http://quickgutters.example',
    companyAddress: '9 Mill Court, Tulsa, OK 74103',
    phone: '9185550150',
    owner: { id: 15, email: 'canceled@demo.test', firstname: 'Casey', lastname: 'Brandt' },
  },
] as const;

export const teamUser = {
  id: 16,
  email: 'team@demo.test',
  firstname: 'Toni',
  lastname: 'Reyes',
  contractorId: 101,
  teamResources: ['reports-applications', 'marketing-materials'],
};

/** Pages: `mark` is the color of a drawn logo. */
export const demoPages = [
  {
    contractorId: 101,
    pageName: 'summit-roofing',
    companyName: 'Summit Roofing LLC',
    title: 'A new roof, paid over time',
    mark: '#B31417',
    helocOffer: true,
    fdAgreement: true,
    ccAcceptance: 'Yes',
  },
  {
    contractorId: 101,
    pageName: 'summit-solar',
    companyName: 'Summit Solar',
    title: 'Solar for a monthly payment you choose',
    mark: null,
    helocOffer: true,
    fdAgreement: false,
    ccAcceptance: 'No',
  },
  {
    contractorId: 101,
    pageName: 'summit-windows',
    companyName: 'Summit Windows & Doors',
    title: '',
    mark: '#064C8F',
    helocOffer: false,
    fdAgreement: false,
    ccAcceptance: 'No but interested',
  },
  {
    contractorId: 102,
    pageName: 'oak-and-iron',
    companyName: 'Oak & Iron Remodeling',
    title: 'Kitchens and baths, built to last',
    mark: '#3A3A37',
    helocOffer: true,
    fdAgreement: true,
    ccAcceptance: 'Yes',
  },
  {
    contractorId: 103,
    pageName: 'harborlight',
    companyName: 'Harborlight Homes',
    title: 'Come home to something better',
    mark: '#054078',
    helocOffer: true,
    fdAgreement: false,
    ccAcceptance: 'No',
  },
] as const;
