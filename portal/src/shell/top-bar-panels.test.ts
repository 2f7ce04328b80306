import { describe, expect, it } from 'vitest';
import { tiers } from '@lintel/contract/billing/tiers';
import { contractor } from '../test/sessions.ts';
import { accountManager } from './top-bar-panels.tsx';

describe('the customer success manager in the help menu', () => {
  it('shows only for the tiers Pro, Brand, and Concierge [MKT-192]', () => {
    const shown = tiers.filter(
      (tier) =>
        accountManager(contractor({ plan: { id: 1, name: tier, tier, opportunities: [] } })) !==
        null,
    );
    expect(shown).toEqual(['Pro', 'Concierge', 'Brand']);
    expect(accountManager(contractor({ plan: null }))).toBeNull();
  });

  it("doesn't show if the contractor has none [MKT-193]", () => {
    expect(accountManager(contractor())).toMatchObject({ firstName: 'Dana' });
    expect(accountManager(contractor({ managerCSO: null }))).toBeNull();
  });

  it("doesn't show after the subscription is canceled [MKT-194]", () => {
    expect(accountManager(contractor({ paymentStatus: 'Canceled' }))).toBeNull();
  });
});
