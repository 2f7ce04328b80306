// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { languages } from '@lintel/contract/core/language';
import { renderCalm } from './pages.ts';

const nasty = `</h1><script>alert(1)</script> & "Sons"`;
const read = (html: string): Document => new DOMParser().parseFromString(html, 'text/html');

test.each(languages)('a closed page shows the contractor’s contact in %s', (language) => {
  const reason = { kind: 'closed', companyName: nasty, phone: '3035550110' } as const;
  const page = read(renderCalm({ language, reason }));
  expect(page.documentElement.lang).toBe(`${language}-US`);
  expect(page.body.textContent).toContain(nasty);
  expect(page.querySelector('a')?.getAttribute('href')).toBe('tel:+13035550110');
  expect(page.querySelector('a')?.textContent).toContain('(303) 555-0110');
  expect(page.querySelectorAll('script')).toHaveLength(0);
  const silent = read(renderCalm({ language, reason: { ...reason, phone: '' } }));
  expect(silent.querySelector('a')).toBeNull();
});

test('an unlisted website gets a link to the page, and an unknown page reveals nothing', () => {
  const url = 'https://pay.example/p/sons?lang=es';
  const reason = { kind: 'not-listed', companyName: nasty, url } as const;
  const page = read(renderCalm({ language: 'es', reason }));
  expect(page.querySelector('a')?.href).toBe(url);
  expect(page.querySelector('h1')?.textContent).toBe('Esto pertenece a otro sitio web');
  const unknown = read(renderCalm({ language: 'en', reason: { kind: 'unknown' } }));
  expect(unknown.querySelector('a')).toBeNull();
  expect(unknown.querySelector('h1')?.textContent).toBe('This is not available right now');
});
