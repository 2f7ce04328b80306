import { describe, expect, it } from 'vitest';
import { contractorRow } from '../../../test/contractors.ts';
import { editChanges, rebased, toEditValues } from './edit-values.ts';

const values = (change: Parameters<typeof contractorRow>[0] = {}) =>
  toEditValues({ contractor: contractorRow(change), manager: null });

describe('after another user saved first', () => {
  it("a team size that was changed and reset keeps the other user's value", () => {
    const initial = values();
    const theirs = values({ maxTeamUsers: 5 });
    // Manual and back to Auto leaves the tier's number in the disabled field.
    const mine = rebased(initial, { ...initial, mode: 'Auto', size: '3', partnerId: '12' }, theirs);
    expect(mine).toMatchObject({ mode: 'Manual', size: '5', partnerId: '12' });
    expect(editChanges(theirs, mine, true)).toEqual({ partnerId: '12' });
  });

  it('a team size that was chosen here keeps its mode and number', () => {
    const initial = values({ maxTeamUsers: 2 });
    const mine = rebased(initial, { ...initial, size: '4' }, values({ maxTeamUsers: null }));
    expect(mine).toMatchObject({ mode: 'Manual', size: '4' });
  });
});
