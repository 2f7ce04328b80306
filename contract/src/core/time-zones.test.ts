import { describe, expect, it } from 'vitest';
import { timeText } from './days.ts';
import { contractorZone, zoneFromAddress } from './time-zones.ts';

describe('the time zone of an address', () => {
  it.each([
    ['1420 Market Street, Denver, CO 80202', 'America/Denver'],
    ['9 Palm Ave, Honolulu, HI 96814-1234', 'Pacific/Honolulu'],
    ['77 Beach Rd, Pensacola, FL 32501', 'America/Chicago'],
    ['77 Beach Rd, Miami, FL 33101', 'America/New_York'],
    ['5 Mesa St, El Paso, TX 79901', 'America/Denver'],
    ['12 Cactus Dr, Phoenix AZ', 'America/Phoenix'],
    ['40 Granite Way, Boise, Idaho 83702, USA', 'America/Denver'],
    ['3 Elm St, Fargo, north dakota', 'America/Chicago'],
    ['8 Calle Sol, San Juan, PR 00901', 'America/Puerto_Rico'],
    ['1 main st, austin, tx 78701', 'America/Chicago'],
    ['Washington, District of Columbia', 'America/New_York'],
  ])('%s is in %s', (address, zone) => {
    expect(zoneFromAddress(address)).toBe(zone);
  });

  it.each(['', '1 Main Street', 'Calle la Paz, in', '80202'])('%j has none', (address) => {
    expect(zoneFromAddress(address)).toBeNull();
  });

  it("a contractor's choice comes first, then the address, then the provider's zone", () => {
    const companyAddress = '1420 Market Street, Denver, CO 80202';
    const fallback = 'America/New_York';
    const zoneOf = (timeZone: string, address = companyAddress) =>
      contractorZone({ timeZone, companyAddress: address }, fallback);
    expect(zoneOf('Pacific/Honolulu')).toBe('Pacific/Honolulu');
    expect(zoneOf('')).toBe('America/Denver');
    expect(zoneOf('', '')).toBe(fallback);
  });

  it('a time of day includes its zone', () => {
    expect(timeText(new Date('2026-11-26T21:05:00Z'), 'America/Chicago')).toBe('3:05 PM CST');
    expect(timeText(new Date('2026-07-01T21:05:00Z'), 'America/Chicago')).toBe('4:05 PM CDT');
  });
});
