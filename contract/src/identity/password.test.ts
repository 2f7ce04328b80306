import { describe, expect, it } from 'vitest';
import { hasOnlyOwnWords, listOwnWords } from './password.ts';

const words = listOwnWords({
  email: 'priya.n@summitroofing.com',
  firstname: 'Priya',
  lastname: 'Natarajan',
  company: 'Summit Roofing & Sons LLC',
  product: 'Lintel',
});

describe('a new password', () => {
  it.each([
    'Summitroofing2026!',
    'SummitRoofing-2026',
    'Lintel2026!!',
    'L1ntel-2026-Lintel',
    'Natarajan123456',
    'N4t4r4j4n!98765',
    'najaratan-Priya1',
    'PriyaNatarajan77',
    'Priya+Lintel+2027',
    'Welcome-Summit-1',
    'Summit-Password1',
    'RoofingSons2025x',
    '5umm1tR00f1ng!!',
    'Nátarajan-1999-A',
  ])('rejects the account’s own words: %s', (password) => {
    expect(hasOnlyOwnWords(password, words)).toBe(true);
  });

  it.each([
    'Sturdy-beam7',
    'Demo-pass1',
    'Priya-likes-42-otters',
    'correct-Horse-9-battery',
    'Roofing-velvet-37',
    '2026-Gravel-tulip',
  ])('accepts other words: %s', (password) => {
    expect(hasOnlyOwnWords(password, words)).toBe(false);
  });

  it('may combine the words of a shared domain with others', () => {
    const demo = listOwnWords({
      email: 'pro@demo.test',
      firstname: 'Priya',
      lastname: 'Natarajan',
      company: null,
      product: 'Lintel',
    });
    expect(hasOnlyOwnWords('Demo-pass1', demo)).toBe(false);
  });
});
