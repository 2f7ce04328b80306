import { describe, expect, it } from 'vitest';
import { screen, within } from '@testing-library/react';
import { readLink } from '@lintel/contract/identity/account';
import type { Session } from '@lintel/contract/identity/sessions';
import { openPortal } from '../test/render-portal.tsx';
import { answer } from '../test/server.ts';
import { owner, switchedStaff } from '../test/sessions.ts';
import { isPortalAddress } from '@lintel/contract/core/portal-addresses';
import { makeRouter } from './router.tsx';
import { screens, type ScreenName } from './screens.ts';

const heading = (): Promise<HTMLElement> => screen.findByRole('heading', { level: 1 });

/**
 * The named route has the path, the sidebar links to it under the label, and it opens the screen
 * with that heading.
 */
const opens =
  (name: ScreenName, path: string, label: string, session: Session = owner()) =>
  async (): Promise<void> => {
    expect(screens.find((one) => one.name === name)?.path).toBe(path);
    await openPortal(path, session);
    expect((await heading()).textContent).toBe(label);
    const link = within(screen.getByRole('navigation', { name: 'Main' })).getByRole('link', {
      name: label,
    });
    expect(link.getAttribute('href')).toBe(path);
    expect(link.getAttribute('aria-current')).toBe('page');
    expect(document.title).toBe(`${label} · Lintel`);
  };

const manages = (name: ScreenName, path: string, label: string) =>
  opens(name, path, label, switchedStaff());

describe('a signed-in user with access', () => {
  it('finds the dashboard at the root [MKT-002]', async () => {
    expect(screens[0]).toMatchObject({ name: 'main', path: '/' });
    await openPortal('/', owner());
    expect((await heading()).textContent).toBe('Hello, Priya');
  });

  it(
    'opens Co-branded Page [MKT-003] [ACC-024]',
    opens('co-branded', '/co-branded', 'Co-branded Page'),
  );
  it(
    'opens Homeowner Flyer [MKT-004]',
    opens('homeowner-flyer', '/homeowner-flyer', 'Homeowner Flyer'),
  );
  it(
    'opens Social Media Images [MKT-005] [ACC-026]',
    opens('social-media-images', '/social-media-images', 'Social Media Images'),
  );
  it('opens Banners [MKT-006]', opens('banners', '/banners', 'Banners'));
  it(
    'opens Monthly Payment Calculator [MKT-007]',
    opens(
      'monthly-payment-calculator',
      '/monthly-payment-calculator',
      'Monthly Payment Calculator',
    ),
  );
  it(
    'opens Full Page Widget [MKT-008]',
    opens('full-page-widget', '/full-page-widget', 'Full Page Widget'),
  );
  it('opens Real Widget [MKT-009]', opens('real-widget', '/real-widget', 'Real Widget'));
  it(
    'opens Invoice / Estimate [MKT-010] [ACC-027]',
    opens('invoice-estimate', '/invoice-estimate', 'Invoice / Estimate'),
  );
  it(
    'opens Applications [MKT-011] [ACC-021]',
    opens('reports-applications', '/reports-applications', 'Applications'),
  );
  it(
    'opens Commissions [MKT-012] [ACC-022]',
    opens('reports-commissions', '/reports-commissions', 'Commissions'),
  );
  it('opens Billing [MKT-013] [ACC-023]', opens('card-payments', '/card-payments', 'Billing'));
  it('opens ACH Info [MKT-014] [ACC-020]', opens('payout-tax', '/payout-tax', 'ACH Info'));
  it(
    'opens Personal Info [MKT-015] [ACC-019]',
    opens('personal-info', '/personal-info', 'Personal Info'),
  );
  it(
    'opens Training and FAQs [MKT-016] [ADM-012]',
    opens('training-and-faqs', '/training-and-faqs', 'Training and FAQs'),
  );
  it('opens Refer a Friend [MKT-017] [ACC-025]', opens('refer', '/refer', 'Refer a Friend'));
  it(
    'opens Contractors [MKT-018] [ADM-008]',
    manages('manage-contractors', '/manage/contractors', 'Contractors'),
  );
  it('opens E-mails [MKT-019] [ADM-009]', manages('manage-emails', '/manage/emails', 'E-mails'));
  it(
    'opens Payment Plans [MKT-020] [ADM-010]',
    manages('manage-plans', '/manage/plans', 'Payment Plans'),
  );
  it('opens Payouts', manages('manage-payouts', '/manage/payouts', 'Payouts'));
  it('opens Audit log', manages('manage-audit', '/manage/audit', 'Audit log'));
  it('opens Privacy requests', manages('manage-privacy', '/manage/privacy', 'Privacy requests'));
  it(
    'opens Settings [MKT-021] [ADM-011]',
    manages('manage-settings', '/manage/settings', 'Settings'),
  );

  it('opens the screens of the contractor area by name [ACC-013]', () => {
    const names = screens.map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining([
        'co-branded',
        'reports-applications',
        'payout-tax',
        'training-and-faqs',
        'refer',
        'banners',
        'card-payments',
      ]),
    );
  });

  it('sees at an unknown address that there is no page', async () => {
    await openPortal('/no-such-place', owner());
    expect((await heading()).textContent).toBe('Page not found');
  });
});

describe('a visitor', () => {
  const person = { firstname: 'Priya', lastname: 'Natarajan', email: 'pro@demo.test' };

  it('opens the sign-in page [ACC-028]', async () => {
    await openPortal('/login', null);
    expect((await heading()).textContent).toBe('Sign in');
  });

  it('opens the page to reset a password, for the e-mail in its address [ACC-029]', async () => {
    await openPortal('/restore?email=pro%40demo.test', null);
    expect((await heading()).textContent).toBe('Reset your password');
    expect(screen.getByDisplayValue('pro@demo.test')).toBeTruthy();
  });

  it('opens the page for a new password [ACC-030]', async () => {
    answer(readLink, { ...person, newEmail: null });
    await openPortal('/np?m=abc', null);
    expect((await heading()).textContent).toBe('New password');
  });

  it('opens the page that confirms an e-mail change [ACC-031]', async () => {
    answer(readLink, { ...person, newEmail: 'priya@summit.test' });
    await openPortal('/ne?m=abc', null);
    expect((await heading()).textContent).toBe('Confirm your e-mail');
  });

  it('opens the page that confirms an account [ACC-032]', async () => {
    answer(readLink, { ...person, newEmail: null });
    await openPortal('/confirm?m=abc', null);
    expect((await heading()).textContent).toBe('Set your password');
  });
});

it('the server answers every portal address with the portal', () => {
  const paths = Object.keys(makeRouter().routesByPath).filter((path) => path !== '/$');
  expect(paths.filter((path) => !isPortalAddress(path))).toEqual([]);
});
