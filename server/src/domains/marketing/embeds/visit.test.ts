import { expect, test } from 'vitest';
import { allowedOrigins, frameAncestors, mayShowAt, parsePlace } from './visit.ts';

test('a place is host and path of a plain web address, without query, fragment, and credentials', () => {
  expect(parsePlace('https://Roofer.com/Contact?id=7#top')).toEqual({
    origin: 'https://roofer.com',
    site: 'roofer.com/Contact',
  });
  expect(parsePlace('http://localhost:4000/')).toEqual({
    origin: 'http://localhost:4000',
    site: 'localhost:4000/',
  });
  for (const address of [
    '',
    'roofer.com',
    'javascript:alert(1)',
    'file:///etc/passwd',
    'https://me:secret@roofer.com/',
    'data:text/html,x',
  ])
    expect(parsePlace(address), address).toBeNull();
  expect(parsePlace(`https://roofer.com/${'a'.repeat(3000)}`)).toBeNull();
  expect(parsePlace(`https://roofer.com/${'a'.repeat(1000)}`)?.site).toHaveLength(200);
});

test('without a list any site can show the widgets; with a list, only listed sites and our own', () => {
  expect(frameAncestors(allowedOrigins([]))).toBeNull();
  expect(mayShowAt('https://anything.example', null, 'https://pay.example')).toBe(true);
  const allowed = allowedOrigins(['https://roofer.com']);
  expect(mayShowAt('https://roofer.com', allowed, 'https://pay.example')).toBe(true);
  expect(mayShowAt('https://pay.example', allowed, 'https://pay.example')).toBe(true);
  for (const other of [
    'http://roofer.com',
    'https://roofer.com.evil.example',
    'https://shop.roofer.com',
    'https://roofer.com:8443',
  ])
    expect(mayShowAt(other, allowed, 'https://pay.example'), other).toBe(false);
});

test('a site matches with and without www', () => {
  expect(frameAncestors(allowedOrigins(['https://roofer.com']))).toBe(
    "'self' https://roofer.com https://www.roofer.com",
  );
  expect(allowedOrigins(['https://www.roofer.com', 'https://roofer.com'])).toEqual([
    'https://www.roofer.com',
    'https://roofer.com',
  ]);
});
