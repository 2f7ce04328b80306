import { describe, expect, it } from 'vitest';
import { tiers } from '@lintel/contract/billing/tiers';
import { contractor } from '../test/sessions.ts';
import { managerOf } from './top-bar-panels.tsx';

describe('the customer success manager of the help menu', () => {
  it('shows for the tiers Pro, Brand and Concierge alone [MKT-192]', () => {
    const shown = tiers.filter(
      (tier) =>
        managerOf(contractor({ plan: { id: 1, name: tier, tier, opportunities: [] } })) !== null,
    );
    expect(shown).toEqual(['Pro', 'Concierge', 'Brand']);
    expect(managerOf(contractor({ plan: null }))).toBeNull();
  });

  it('does not show when the contractor has none [MKT-193]', () => {
    expect(managerOf(contractor())).toMatchObject({ firstName: 'Dana' });
    expect(managerOf(contractor({ managerCSO: null }))).toBeNull();
  });

  it('does not show once the subscription is canceled [MKT-194]', () => {
    expect(managerOf(contractor({ paymentStatus: 'Canceled' }))).toBeNull();
  });
});
