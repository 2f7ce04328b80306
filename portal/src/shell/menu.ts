import * as m from '#messages';
import type { Session } from '@lintel/contract/identity/sessions';
import { isLender } from '../lib/session.ts';
import { opens } from '../routes/guard.ts';
import { type ScreenName, screenNamed, type NamedScreen } from '../routes/screens.ts';
import {
  IconAd2,
  IconAddressBook,
  IconAppWindow,
  IconBuildingBank,
  IconCalculator,
  IconCheck,
  IconCreditCard,
  IconFileInvoice,
  IconFileText,
  IconGift,
  IconHandClick,
  IconHeartbeat,
  IconHistory,
  IconLayoutDashboard,
  IconMail,
  IconPhoto,
  IconReceipt,
  IconReportMoney,
  IconSchool,
  IconSettings,
  IconUser,
  IconUsers,
  IconUsersGroup,
  IconWorld,
} from '../ui/icons.ts';

export const menuIcons = {
  main: IconLayoutDashboard,
  customers: IconAddressBook,
  customer: IconAddressBook,
  documents: IconFileInvoice,
  document: IconFileInvoice,
  'document-edit': IconFileInvoice,
  'co-branded': IconWorld,
  'homeowner-flyer': IconFileText,
  'social-media-images': IconPhoto,
  banners: IconAd2,
  'monthly-payment-calculator': IconCalculator,
  'full-page-widget': IconAppWindow,
  'real-widget': IconHandClick,
  'invoice-estimate': IconFileInvoice,
  'reports-applications': IconUsers,
  'reports-application': IconUsers,
  'reports-commissions': IconReportMoney,
  'card-payments': IconCreditCard,
  'payout-tax': IconBuildingBank,
  'personal-info': IconUser,
  'training-and-faqs': IconSchool,
  refer: IconGift,
  'manage-contractors': IconUsersGroup,
  'manage-lead': IconUsersGroup,
  'manage-emails': IconMail,
  'manage-plans': IconReceipt,
  'manage-lenders': IconBuildingBank,
  'manage-lender': IconBuildingBank,
  'lender-applications': IconUsers,
  'lender-application': IconUsers,
  'manage-commissions': IconReportMoney,
  'manage-payouts': IconBuildingBank,
  'manage-accounting': IconCalculator,
  'manage-staff': IconUser,
  'manage-audit': IconHistory,
  'manage-privacy': IconUser,
  'manage-adverse-action': IconFileText,
  'manage-setup': IconCheck,
  'manage-setup-step': IconCheck,
  'manage-health': IconHeartbeat,
  'manage-settings': IconSettings,
} satisfies Record<ScreenName, unknown>;

/** A screen in the menu, or a group of screens under a heading. */
export type MenuEntry =
  | { kind: 'screen'; screen: NamedScreen }
  | { kind: 'group'; label: string; screens: NamedScreen[] };

const order: readonly (ScreenName | { label: string; names: readonly ScreenName[] })[] = [
  'customers',
  'documents',
  'co-branded',
  {
    label: m.shell_menu_marketing(),
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
  { label: m.shell_menu_reports(), names: ['reports-applications', 'reports-commissions'] },
  'card-payments',
  'payout-tax',
  'personal-info',
  'training-and-faqs',
  'refer',
  {
    label: m.shell_menu_manage(),
    names: [
      'manage-contractors',
      'manage-emails',
      'manage-plans',
      'manage-settings',
      'manage-setup',
      'manage-health',
      'manage-lenders',
      'manage-adverse-action',
      'manage-commissions',
      'manage-payouts',
      'manage-accounting',
      'manage-staff',
      'manage-audit',
      'manage-privacy',
    ],
  },
];

/**
 * The sidebar's entries for `session`: the screens it may open, in fixed order; omits empty groups.
 */
export function menuFor(session: Session): MenuEntry[] {
  if (isLender(session))
    return lenderScreens.map((name) => ({ kind: 'screen', screen: screenNamed(name) }));
  return order.flatMap((entry): MenuEntry[] => {
    const names = typeof entry === 'string' ? [entry] : entry.names;
    const screens = names.map(screenNamed).filter((screen) => opens(screen, session));
    if (typeof entry === 'string') return screens.map((screen) => ({ kind: 'screen', screen }));
    if (screens.length === 0) return [];
    return [{ kind: 'group', label: entry.label, screens }];
  });
}

/** The menu of a lender's people. */
const lenderScreens = ['lender-applications', 'personal-info'] as const;
