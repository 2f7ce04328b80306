import { keysOf } from '@lintel/contract/core/map-values';
import { isOneOf } from '@lintel/contract/core/narrow';
import type { EventData } from './event-data.ts';
import { documentItems, planSamples } from './plan-samples.ts';
import { privacySamples } from './privacy-samples.ts';
import { staffSamples } from './staff-samples.ts';

const user = { firstname: 'Jordan', lastname: 'Ellis', email: 'jordan@ellisroofing.example' };
const colleague = { firstname: 'Sam', lastname: 'Porter', email: 'sam@provider.example' };
const company = { name: 'Ellis & Sons Roofing' };
const card = { brand: 'Visa', last4: '4242', expires: '04/2027' };
const application = {
  name: 'Casey Nguyen',
  page: 'ellis-roofing',
  requested: '$18,500',
  amount: '$18,500',
};
const payment = {
  number: '100-1-03',
  amount: '$1,188.00',
  plan: 'Pro',
  date: 'March 5, 2026',
  reason: 'insufficient funds',
  next: "We'll try again on March 8, 2026. You can pay it now on the Billing page.",
};
const price = {
  plan: 'Pro',
  old: '$1,188.00',
  new: '$1,248.00',
  from: 'March 5, 2027',
  installments: 12,
  first: '$104.00',
};

type At = (path: string) => string;
const changedEmail = { newEmail: 'jordan.ellis@mail.example', oldEmail: user.email };

const accountSamples = (at: At) => ({
  'account-created': { user, company, link: at('/') },
  'confirm-account': {
    user,
    company,
    to: user.email,
    link: at('/confirm?m=sample'),
    expiresIn: '7 days',
  },
  'reset-password': { user, to: user.email, link: at('/np?m=sample'), expiresIn: '1 hour' },
  'change-email': {
    user,
    to: 'jordan.ellis@mail.example',
    link: at('/ne?m=sample'),
    expiresIn: '24 hours',
    ...changedEmail,
  },
  'email-changed': {
    user,
    to: user.email,
    link: at('/restore-email?m=sample'),
    expiresIn: '7 days',
    ...changedEmail,
  },
  'password-changed': { user, to: user.email },
  'two-step-changed': { user, to: user.email, what: 'Two-step verification was turned on.' },
  'sign-in-attempts': { user, to: user.email, attempts: 10, link: at('/restore') },
  'new-device': {
    user,
    to: user.email,
    link: at('/not-me?m=sample'),
    expiresIn: '24 hours',
    signIn: {
      device: 'Chrome on Windows',
      address: '203.0.113.24',
      at: 'March 5, 2026 at 1:04 PM EST',
    },
  },
  'team-user-added': {
    user: { firstname: 'Robin', lastname: 'Vega', email: 'robin@ellisroofing.example' },
    company,
    to: 'robin@ellisroofing.example',
    link: at('/confirm?m=sample'),
    expiresIn: '7 days',
    addedBy: 'Jordan Ellis',
  },
  'staff-invited': {
    user: colleague,
    to: colleague.email,
    link: at('/confirm?m=sample'),
    expiresIn: '7 days',
    invitedBy: 'Avery Quinn',
    roles: 'Support, Payer',
  },
  'staff-welcome': { user: colleague, to: colleague.email, link: at('/login') },
  'staff-changed': {
    user: colleague,
    to: colleague.email,
    what: 'Your roles are now: Support, Payer.',
  },
  'new-administrator': {
    user: colleague,
    to: colleague.email,
    administrator: { name: 'Robin Vega', email: 'robin@provider.example' },
    by: 'Avery Quinn',
    link: at('/manage/staff'),
  },
  'finish-sign-up': { to: user.email, link: at('/get-started?m=sample'), expiresIn: '24 hours' },
  'company-export-ready': {
    user,
    to: user.email,
    company,
    link: at('/personal-info'),
    until: 'March 12, 2026',
  },
});

const applicationSamples = (at: At) => {
  const link = at('/reports-applications/31');
  const of = (more: Omit<EventData['application-step']['application'], 'name' | 'page'>) => ({
    user,
    company,
    application: { ...application, ...more },
    link,
  });
  return {
    'application-step': of({ step: 'sent the application' }),
    'offers-received': of({ step: 'received 3 offers', offersUpTo: '$27,750', amount: '$27,750' }),
    'funding-received': of({ step: 'received the funding', funded: '$18,500' }),
    'funding-reversed': of({ step: 'had funding reversed by the lender', reversed: '$2,000' }),
    'applications-export-ready': {
      user,
      to: user.email,
      company,
      report: { file: 'applications-2024-01-01-2026-03-05.xlsx', rows: '61,204' },
      link: at('/reports-applications?exports=open'),
      until: 'March 6, 2026 at 2:15 PM EST',
    },
    'follow-up-due': {
      user,
      company,
      link,
      application,
      note: 'Ask about the color of the shingles.',
    },
  };
};

const homeownerSamples = (at: At) => {
  const toHomeowner = {
    to: 'casey@nguyen.example',
    company: { ...company, phone: '(512) 555-0117' },
  };
  const news = { ...toHomeowner, link: at('/p/ellis-roofing/application/sample') };
  const ofLender = { ...news, lender: 'Keystone Home Credit' };
  const reached = { ...ofLender, lenderPhone: '(800) 555-0150' };
  const { link: _link, ...unlinked } = reached;
  const reversed = { ...unlinked, isWhole: false };
  const informationSample = {
    ...reached,
    what: 'Your last two pay stubs',
    how: 'Upload them on your status page, or fax them to (512) 555-0188.',
  };
  const sentLink = {
    ...toHomeowner,
    name: 'Casey',
    amount: '$18,500',
    link: at('/l/sample'),
    isReminder: false,
    answerTo: user.email,
  };
  const [english, spanish] = [
    { ...informationSample, until: 'March 5, 2026' },
    { ...informationSample, until: '5 de marzo de 2026' },
  ];
  const document = (kind: string) => ({
    to: 'casey@nguyen.example',
    company,
    customer: 'Casey Nguyen',
    document: { kind, number: '1042', total: '$12,480.00', items: documentItems, more: 0 },
    message: 'Thank you for having us over.',
    answerTo: user.email,
    link: at('/d/sample'),
  });
  return {
    'document-sent': document('estimate'),
    'document-sent-es': document('presupuesto'),
    'homeowner-draft': news,
    'homeowner-draft-es': news,
    'homeowner-received': news,
    'homeowner-received-es': news,
    'homeowner-confirm': news,
    'homeowner-confirm-es': news,
    'homeowner-offers': { ...news, offers: 3 },
    'homeowner-offers-es': { ...news, offers: 3 },
    'homeowner-no-offers': news,
    'homeowner-no-offers-es': news,
    'homeowner-choice': ofLender,
    'homeowner-choice-es': ofLender,
    'homeowner-taken-back': { ...reached, others: 2 },
    'homeowner-taken-back-es': { ...reached, others: 2 },
    'homeowner-information': english,
    'homeowner-information-es': spanish,
    'homeowner-approved': ofLender,
    'homeowner-approved-es': ofLender,
    'homeowner-funded': ofLender,
    'homeowner-funded-es': ofLender,
    'homeowner-reversed': reversed,
    'homeowner-reversed-es': reversed,
    'homeowner-expiring': { ...english, days: 7 },
    'homeowner-expiring-es': { ...spanish, days: 7 },
    'apply-link': { ...sentLink, until: 'June 3, 2026' },
    'apply-link-es': { ...sentLink, until: '3 de junio de 2026' },
    'homeowner-withdrawn': toHomeowner,
    'homeowner-withdrawn-es': toHomeowner,
    'homeowner-notice': news,
    'homeowner-notice-es': news,
  };
};

const moneySamples = (at: At) => ({
  ...planSamples({ user, company }, at('/card-payments')),
  'payment-succeeded': {
    user,
    company,
    payment: { ...payment, receipt: at('/card-payments?receipt=1001') },
    card,
    link: at('/card-payments'),
  },
  'payment-failed': { user, company, payment, card, link: at('/card-payments') },
  'payment-confirm': {
    user,
    company,
    payment: { ...payment, next: "We'll ask your bank again on March 8, 2026." },
    card,
    link: at('/card-payments?confirm=1001'),
  },
  'card-expiring': { user, company, card, link: at('/card-payments') },
  'price-change': { user, company, price, link: at('/card-payments') },
  'renewal-reminder': { user, company, price, link: at('/card-payments') },
  'guarantee-claim': {
    user,
    company,
    claim: { status: 'approved', amount: '$1,188.00' },
    link: at('/card-payments'),
  },
  'w9-status': {
    user,
    company,
    w9: { status: 'Rejected', comment: 'the name differs from the tax number' },
    link: at('/'),
  },
  'payout-method-changed': {
    user,
    company,
    to: user.email,
    payout: { bank: 'First Harbor Bank', account: '6789', holdDays: 3 },
    link: at('/payout-tax?action=ach'),
  },
  'payout-sent': {
    user,
    company,
    payout: { amount: '$412.50', period: 'February 2026', account: '6789' },
    link: at('/'),
  },
  'payout-returned': {
    user,
    company,
    payout: {
      amount: '$412.50',
      period: 'February 2026',
      account: '6789',
      reason: 'The account is closed',
    },
    link: at('/payout-tax?action=ach'),
  },
  ...staffSamples(colleague, at),
});

const supportSamples = (at: At) => ({
  'widget-code': {
    user,
    company,
    to: 'webmaster@agency.example',
    answerTo: user.email,
    widget: {
      name: 'Payment calculator',
      code: '<script async src="https://example.com/widget.js"></script>',
    },
  },
  'invoice-link': {
    company,
    answerTo: user.email,
    to: 'casey@nguyen.example',
    link: at('/p/ellis-roofing?source=invoice'),
  },
  'document-accepted': {
    user,
    company,
    document: {
      kind: 'estimate',
      number: '1042',
      total: '$12,480.00',
      customer: 'Casey Nguyen',
      reason: '',
    },
    link: at('/documents/1042'),
  },
  'document-declined': {
    user,
    company,
    document: {
      kind: 'estimate',
      number: '1043',
      total: '$8,900.00',
      customer: 'Dana Ortiz',
      reason: 'We decided to wait until spring.',
    },
    link: at('/documents/1043'),
  },
  'ask-question': {
    user,
    company,
    question: {
      subject: 'Flyers',
      text: 'How do I change the phone number on my flyer?\nIt shows the old one.',
    },
  },
  'lead-created': {
    lead: {
      company: 'Bright Window Co.',
      name: 'Alex Romero',
      email: 'alex@brightwindow.example',
      phone: '(512) 555-0117',
      state: 'Texas',
    },
    link: at('/'),
  },
});

/** Made-up values for each event. */
const samples = (at: At): EventData => ({
  ...accountSamples(at),
  ...applicationSamples(at),
  ...homeownerSamples(at),
  ...moneySamples(at),
  ...supportSamples(at),
  ...privacySamples({ user, company }, at),
});

/** Sample data of an event, for previews and tests; custom events get the general data. */
export function sampleData(event: string, publicUrl: string): Record<string, unknown> {
  const all = samples((path) => `${publicUrl}${path}`);
  return isOneOf(keysOf(all), event)
    ? all[event]
    : { user, company, to: user.email, link: publicUrl };
}
