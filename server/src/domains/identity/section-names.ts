import type { Privilege } from '@lintel/contract/core/access';
import { teamSections } from '@lintel/contract/identity-team';

type Section = (typeof teamSections)[number];

/** What a section is called where a team user's access is chosen, and what it opens. */
const words: Record<Section, { name: string; description: string }> = {
  'co-branded': { name: 'Co-branded Page', description: 'See and change your financing pages.' },
  'marketing-materials': {
    name: 'Marketing Materials',
    description: 'Flyers, images, banners, widgets and invoices.',
  },
  'reports-applications': {
    name: 'Applications report',
    description: 'See your customers’ applications and offers.',
  },
  'reports-commissions': { name: 'Commissions report', description: 'See what you have earned.' },
  'card-payments': { name: 'Billing', description: 'See payments and change the payment card.' },
  'payout-tax': {
    name: 'ACH Info',
    description: 'See and change the bank account and the tax form.',
  },
  'training-and-faqs': {
    name: 'Training and FAQs',
    description: 'Watch the training videos and read the answers.',
  },
  refer: { name: 'Refer a Friend', description: 'Share the referral link.' },
};

/** The sections among what a plan grants, in the menu's order. */
export const sectionsOfPlan = (granted: readonly Privilege[]) =>
  teamSections
    .filter((code) => granted.some(({ resource }) => resource === code))
    .map((code) => ({ code, ...words[code] }));
