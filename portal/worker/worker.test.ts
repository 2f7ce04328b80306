import { expect, test } from 'vitest';
import { screens } from '../src/routes/screens.ts';
import { isPortalPage } from './addresses.ts';
import { toNotice } from './notices.ts';

test('the worker has an offline response for every screen of the portal', () => {
  const missing = screens.map(({ path }) => path).filter((path) => !isPortalPage(path));
  expect(missing).toEqual([]);
  expect(['/login', '/customers/7', '/manage/emails'].map(isPortalPage)).toEqual([
    true,
    true,
    true,
  ]);
});

test('homeowner pages, embeds, links, calls, and downloads never pass through the worker', () => {
  const others = [
    '/p/summit-roofing',
    '/p/summit-roofing/application',
    '/d/abc',
    '/l/abc',
    '/t/abc',
    '/embeds/v1.js',
    '/api/v1/user',
    '/homeowner/en/assets/a.js',
    '/privacy/request',
    '/unsubscribe',
    '/outbox',
    '/np',
    '/confirm',
    '/restore',
    '/customersx',
  ];
  expect(others.filter(isPortalPage)).toEqual([]);
});

test('a notification says what happened and links to the application, but names nobody', () => {
  expect(toNotice({ kind: 'offers', applicationId: 41 })).toEqual({
    title: 'Offers received',
    body: 'A homeowner received offers.',
    tag: 'offers-41',
    path: '/reports-applications/41',
  });
  expect(toNotice({ kind: 'test', applicationId: null }).path).toBe('/personal-info');
});

test('a message of unknown origin links to the dashboard', () => {
  const strange = [
    undefined,
    null,
    'text',
    {},
    { kind: 'application', applicationId: '/../manage' },
    { kind: 'toString', applicationId: 1 },
    { kind: 'offers', applicationId: 1.5 },
  ];
  for (const message of strange)
    expect(toNotice(message)).toMatchObject({ path: '/', tag: 'news' });
});
