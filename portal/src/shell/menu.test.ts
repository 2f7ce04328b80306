import { describe, expect, it } from 'vitest';
import type { Session } from '@lintel/contract/identity/sessions';
import { owner, privileges, staff, switchedStaff } from '../test/sessions.ts';
import { menuFor } from './menu.ts';

const outline = (session: Session): string[] =>
  menuFor(session).map((entry) => (entry.kind === 'screen' ? entry.screen.label : entry.label));
const group = (session: Session, label: string): string[] =>
  menuFor(session).flatMap((entry) =>
    entry.kind === 'group' && entry.label === label
      ? entry.screens.map((screen) => screen.label)
      : [],
  );
const labels = (session: Session): string[] =>
  menuFor(session).flatMap((entry) =>
    entry.kind === 'screen' ? [entry.screen.label] : entry.screens.map((screen) => screen.label),
  );

describe('the sidebar of a user with every privilege', () => {
  it('lists its entries in order [MKT-046]', () => {
    expect(outline(switchedStaff())).toEqual([
      'Customers',
      'Documents',
      'Co-branded Page',
      'Marketing Materials',
      'Reports',
      'Billing',
      'ACH Info',
      'Personal Info',
      'Training and FAQs',
      'Refer a Friend',
      'Manage',
    ]);
  });

  it('lists the marketing materials in order [MKT-047]', () => {
    expect(group(switchedStaff(), 'Marketing Materials')).toEqual([
      'Homeowner Flyer',
      'Social Media Images',
      'Banners',
      'Monthly Payment Calculator',
      'Full Page Widget',
      'Real Widget',
      'Invoice / Estimate',
    ]);
  });

  it('lists applications before commissions [MKT-048]', () => {
    expect(group(switchedStaff(), 'Reports')).toEqual(['Applications', 'Commissions']);
  });

  it('lists the Manage area in order [MKT-049]', () => {
    expect(group(switchedStaff(), 'Manage')).toEqual([
      'Contractors',
      'E-mails',
      'Payment Plans',
      'Settings',
      'Payouts',
      'Staff',
      'Audit log',
      'Privacy requests',
    ]);
  });
});

describe('Real Widget', () => {
  const free = { plan: { id: 1, name: 'Free', tier: 'Free' as const, opportunities: [] } };
  it('is hidden from a contractor on the Free tier [MKT-050]', () => {
    expect(labels(owner())).toContain('Real Widget');
    expect(labels(owner(undefined, free))).not.toContain('Real Widget');
  });

  it('is hidden from a contractor without a tier [MKT-051]', () => {
    expect(labels(owner(undefined, { plan: null }))).not.toContain('Real Widget');
  });
});

/**
 * The item shows with the user's `access` or, while switched, the staff account's `manage_access`;
 * otherwise it doesn't.
 */
const expectOwnOrManaged = (label: string, resource: string): void => {
  const without = switchedStaff(privileges('manage-contractors:access'));
  expect(labels(owner(privileges(`${resource}:access`)))).toContain(label);
  expect(labels(owner([]))).not.toContain(label);
  expect(labels(without)).not.toContain(label);
  expect(labels(switchedStaff(privileges(`${resource}:manage_access`)))).toContain(label);
};

describe('an item shows only with access or manage access on its resource', () => {
  it('Co-branded Page needs co-branded [MKT-179]', () =>
    expectOwnOrManaged('Co-branded Page', 'co-branded'));
  it('Applications needs reports-applications [MKT-180]', () =>
    expectOwnOrManaged('Applications', 'reports-applications'));
  it('Commissions needs reports-commissions [MKT-181]', () =>
    expectOwnOrManaged('Commissions', 'reports-commissions'));
  it('Billing needs card-payments [MKT-182]', () => expectOwnOrManaged('Billing', 'card-payments'));
  it('ACH Info needs payout-tax [MKT-183]', () => expectOwnOrManaged('ACH Info', 'payout-tax'));
  it('Personal Info needs personal-info [MKT-184]', () =>
    expectOwnOrManaged('Personal Info', 'personal-info'));
  it('Training and FAQs needs training-and-faqs [MKT-185]', () =>
    expectOwnOrManaged('Training and FAQs', 'training-and-faqs'));
  it('Refer a Friend needs refer [MKT-186]', () => expectOwnOrManaged('Refer a Friend', 'refer'));
});

describe('the Manage group', () => {
  it('shows to staff with access to contractors or plans, and to staff with access to another of its items [MKT-187] [ADM-377]', () => {
    expect(outline(staff(privileges('manage-contractors:access')))).toContain('Manage');
    expect(outline(staff(privileges('manage-plans:access')))).toContain('Manage');
    expect(group(staff(privileges('manage-emails:access_unsubscribers')), 'Manage')).toEqual([
      'E-mails',
    ]);
    expect(group(switchedStaff(privileges('payouts:manage_access')), 'Manage')).toEqual([
      'Payouts',
    ]);
    expect(group(staff(privileges('audit:manage_access')), 'Manage')).toEqual(['Audit log']);
    expect(outline(staff([]))).not.toContain('Manage');
    expect(outline(owner())).not.toContain('Manage');
  });

  it('uses the authenticated account, not the switched one [MKT-187]', () => {
    const session = switchedStaff(privileges('manage-contractors:access'));
    expect(outline(session)).toContain('Manage');
    const lent = {
      ...session,
      privileges: [],
      user: { ...session.user, privileges: privileges('manage-contractors:access') },
    };
    expect(outline(lent)).not.toContain('Manage');
  });

  const manage = (...words: string[]): string[] => group(staff(privileges(...words)), 'Manage');
  it('shows Contractors only with access to contractors [MKT-188]', () => {
    expect(manage('manage-contractors:access')).toEqual(['Contractors']);
    expect(manage('manage-plans:access')).not.toContain('Contractors');
  });

  it('shows E-mails only with access to templates or unsubscribers [MKT-189]', () => {
    expect(manage('manage-plans:access', 'manage-emails:access_templates')).toContain('E-mails');
    expect(manage('manage-plans:access', 'manage-emails:access_unsubscribers')).toContain(
      'E-mails',
    );
    expect(manage('manage-plans:access', 'manage-emails:modify_templates')).not.toContain(
      'E-mails',
    );
  });

  it('shows Payment Plans only with access to plans [MKT-190]', () => {
    expect(manage('manage-plans:access')).toEqual(['Payment Plans']);
    expect(manage('manage-contractors:access')).not.toContain('Payment Plans');
  });

  it('shows Staff only with access to staff', () => {
    expect(manage('manage-staff:access')).toEqual(['Staff']);
    expect(manage('manage-staff:modify', 'manage-contractors:access')).not.toContain('Staff');
  });

  it('shows the audit log only with its own privilege', () => {
    expect(manage('manage-contractors:access', 'audit:manage_access')).toEqual([
      'Contractors',
      'Audit log',
    ]);
    expect(manage('manage-contractors:access', 'manage-settings:access')).not.toContain(
      'Audit log',
    );
  });

  it('shows the privacy requests only with their own privilege', () => {
    expect(manage('manage-contractors:access', 'privacy:manage_access')).toEqual([
      'Contractors',
      'Privacy requests',
    ]);
    expect(manage('manage-settings:access', 'audit:manage_access')).not.toContain(
      'Privacy requests',
    );
  });

  it('shows Settings only with access to settings [MKT-191]', () => {
    expect(manage('manage-plans:access', 'manage-settings:access')).toContain('Settings');
    expect(manage('manage-plans:access', 'manage-settings:modify')).not.toContain('Settings');
  });
});
