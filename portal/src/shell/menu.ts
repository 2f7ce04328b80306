import type { Session } from '@lintel/contract/identity';
import { opens } from '../routes/guard.ts';
import { manageGroup, screenNamed, type Screen, type ScreenName } from '../routes/screens.ts';
import { may } from '../lib/session.ts';

/** A screen in the menu, or a group of screens under a heading. */
export type MenuEntry =
  | { kind: 'screen'; screen: Screen }
  | { kind: 'group'; label: string; screens: Screen[] };

const order: readonly (ScreenName | { label: string; names: readonly ScreenName[] })[] = [
  'co-branded',
  {
    label: 'Marketing Materials',
    names: [
      'homeowner-flyer',
      'social-media-images',
      'banners',
      'monthly-payment-calculator',
      'full-page-widget',
      'real-widget',
      'invoice-estimate',
    ],
  },
  { label: 'Reports', names: ['reports-applications', 'reports-commissions'] },
  'card-payments',
  'payout-tax',
  'personal-info',
  'training-and-faqs',
  'refer',
  {
    label: 'Manage',
    names: [
      'manage-contractors',
      'manage-emails',
      'manage-plans',
      'manage-settings',
      'manage-payouts',
    ],
  },
];

/**
 * The sidebar's entries for `session`: the screens it opens, in their fixed order; a group without
 * any is left out.
 */
export const menuFor = (session: Session): MenuEntry[] =>
  order.flatMap((entry): MenuEntry[] => {
    const names = typeof entry === 'string' ? [entry] : entry.names;
    const screens = names.map(screenNamed).filter((screen) => opens(screen, session));
    if (typeof entry === 'string') return screens.map((screen) => ({ kind: 'screen', screen }));
    if (screens.length === 0 || (entry.label === 'Manage' && !may(session, manageGroup))) return [];
    return [{ kind: 'group', label: entry.label, screens }];
  });
