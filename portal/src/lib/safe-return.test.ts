import { expect, it } from 'vitest';
import { safeReturn } from './safe-return.ts';

const own = [
  '/',
  '/refer',
  '/banners?x=1',
  '/manage/lead/5000',
  '/manage/contractors?order=%2BhasUser&filters%5BsearchText%5D=a%20b',
  '/reports-applications?searchText=https%3A%2F%2Fevil.example#top',
  '/training-and-faqs?category=a/b',
];

const elsewhere = [
  // Another host.
  'https://evil.example',
  'HTTPS://evil.example/login',
  'http:evil.example',
  'https:/evil.example',
  'https:evil.example',
  '//evil.example',
  '///evil.example',
  '////evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '\\/evil.example',
  '/\\/evil.example',
  '/./\\evil.example',
  'evil.example',
  './refer',
  '?x=1',
  '#x',
  '',
  // Characters that a browser strips before parsing an address.
  '/\t/evil.example',
  '/\n/evil.example',
  '/\r/evil.example',
  '\t//evil.example',
  ' //evil.example',
  '\u0000//evil.example',
  '/\u0000/evil.example',
  '\u0001https://evil.example',
  '\uFEFF//evil.example',
  '/refer\nhttps://evil.example',
  '/refer?x=\t//evil.example',
  '/refer?x=\u2028y',
  // Dot segments that leave an empty segment or another prefix.
  '/.//evil.example',
  '/..//evil.example',
  '/refer/..//evil.example',
  '/%2e%2e//evil.example',
  '/refer//evil.example',
  // Encoded once and twice.
  '/%2F/evil.example',
  '/%2Fevil.example',
  '/%5Cevil.example',
  '%2F%2Fevil.example',
  '/%252Fevil.example',
  '/%09/evil.example',
  '/%0d%0aLocation:%20https://evil.example',
  // Look-alike characters.
  '/\uFF0Fevil.example',
  '\uFF0F\uFF0Fevil.example',
  '/\u2215evil.example',
  '/\u29F5evil.example',
  '/\u3002evil.example',
  '/\u202Eelpmaxe.live',
  // User information and ports.
  '/@evil.example',
  '//user:password@evil.example',
  'https://lintel.example@evil.example',
  '/refer@evil.example',
  '/:80/refer',
  // Scripts and other schemes.
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\nscript:alert(1)',
  '/javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'blob:https://lintel.example/1',
  'file:///etc/passwd',
  'mailto:a@evil.example',
  // The sign-in page itself.
  '/login',
  '/Login',
  '/login/',
  '/login?returnTo=%2Flogin',
  // Not a string.
  7,
  null,
  undefined,
  true,
  ['/refer'],
  { toString: () => '/refer' },
];

it('keeps an address of this portal unchanged', () => {
  for (const address of own) expect(safeReturn(address), address).toBe(address);
});

it('rejects any address that could lead elsewhere', () => {
  for (const address of elsewhere)
    expect(safeReturn(address), JSON.stringify(address)).toBeUndefined();
});

it('never returns an address that a browser reads as another host', () => {
  for (const address of [...own, ...elsewhere]) {
    const safe = safeReturn(address);
    if (safe !== undefined)
      expect(new URL(safe, 'https://lintel.example').origin).toBe('https://lintel.example');
  }
});
