import { expect, test } from 'vitest';
import { screens } from '../src/routes/screens.ts';
import { isPortalPage } from './addresses.ts';
import { noticeOf } from './notices.ts';

test('every screen of the portal is one for which the worker has an answer without network', () => {
  const missing = screens.map(({ path }) => path).filter((path) => !isPortalPage(path));
  expect(missing).toEqual([]);
  expect(['/login', '/customers/7', '/manage/emails'].map(isPortalPage)).toEqual([
    true,
    true,
    true,
  ]);
});

test('pages of homeowners, embeds, links, calls and downloads never pass through the worker', () => {
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

test('a notification says what happened and leads to the application, and nothing about whom', () => {
  expect(noticeOf({ kind: 'offers', applicationId: 41 })).toEqual({
    title: 'Offers received',
    body: 'A homeowner received offers.',
    tag: 'offers-41',
    path: '/reports-applications/41',
  });
  expect(noticeOf({ kind: 'test', applicationId: null }).path).toBe('/personal-info');
});

test('a message that nobody here has written leads to the dashboard', () => {
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
    expect(noticeOf(message)).toMatchObject({ path: '/', tag: 'news' });
});
