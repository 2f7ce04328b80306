import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, signedInAs, type TestApp } from '../../../test/app.ts';
import { setW9State } from './index.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const contractorOf = async (email: string) =>
  (await (await signedInAs(app, email)).get('/user')).json().contractor;

test('a session includes the contractor with its plan, manager, pages, and open onboarding steps [MKT-116] [MKT-118] [ACC-143] [ACC-144]', async () => {
  const contractor = await contractorOf('pro@demo.test');
  expect(contractor).toMatchObject({
    id: 101,
    companyName: 'Summit Roofing LLC',
    companyAddress: '2240 Ridge Road, Denver, CO 80202',
    websiteUrl: 'http://www.summitroofing.example',
    phone: '3035550110',
    date: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T/),
    contractorMaxTeamUsers: null,
    tierMaxTeamUsers: 3,
    plan: { tier: 'Pro', opportunities: ['FDA', 'HELOC'] },
    paymentStatus: 'Failed',
    managerCSO: {
      firstName: 'Dana',
      lastName: 'Whitfield',
      email: expect.any(String),
      additionalContacts: { phones: [expect.any(String), expect.any(String)] },
    },
    hasPage: true,
    ccAccept: 'Yes',
    needConfirmServiceAgreement: false,
    needQuiz: false,
  });
  expect(contractor.pages).toHaveLength(3);
  expect(contractor.selectedPage).toEqual(contractor.pages[0]);
});

test('each contractor’s plan includes its tier [MKT-117]', async () => {
  for (const [email, tier] of [
    ['free@demo.test', 'Free'],
    ['pro@demo.test', 'Pro'],
    ['brand@demo.test', 'Brand'],
    ['concierge@demo.test', 'Concierge'],
  ] as const) {
    expect((await contractorOf(email)).plan).toMatchObject({ tier });
  }
});

test('a contractor without a page has no selected page', async () => {
  expect(await contractorOf('free@demo.test')).toMatchObject({
    hasPage: false,
    pages: [],
    selectedPage: null,
    ccAccept: '',
  });
});

test('a contractor’s tax form includes its status, its names, and whether differences are skipped [ACC-143] [ACC-145]', async () => {
  const form = {
    fullName: 'Freddie Alvarez',
    companyName: 'First Coat',
    isSsn: false,
    skipDifferences: true,
  };
  await setW9State(app.deps.database.db, 104, { ...form, status: 'Verified' });
  expect((await contractorOf('free@demo.test')).w9).toEqual({
    status: 'Verified',
    skipDifferences: true,
    fullName: 'Freddie Alvarez',
    companyName: 'First Coat',
    isEIN: true,
    isSSN: false,
  });
});
