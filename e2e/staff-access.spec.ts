import { expect, type Page } from '@playwright/test';
import { test } from './support/portal.ts';
import { signInAt, loadAll, resize, sidebar } from './support/shell.ts';

// Opens every staff route three times, which is slow on a busy machine.
test.describe.configure({ timeout: 120_000 });

interface Account {
  email: string;
  /** The menu's links below the logo, in order. */
  menu: string[];
  /**
   * Accessible staff routes, each with the labels of the action buttons and tabs shown and hidden
   * there; `row:` marks items of a row's menu.
   */
  opens: Record<string, { visible: string[]; hidden: string[] }>;
}

const contractorMenu = [
  'Customers',
  'Documents',
  'Co-branded Page',
  'Homeowner Flyer',
  'Social Media Images',
  'Banners',
  'Monthly Payment Calculator',
  'Full Page Widget',
  'Invoice / Estimate',
  'Applications',
  'Commissions',
  'Billing',
  'ACH Info',
  'Personal Info',
  'Training and FAQs',
  'Refer a Friend',
];

const sameOrigin = { 'sec-fetch-site': 'same-origin' };

const routes = ['contractors', 'leads/5001', 'emails', 'plans', 'payouts', 'staff', 'settings'].map(
  (name) => `/manage/${name}`,
);

/** What each demo staff account can and can't do. */
const accounts: Account[] = [
  {
    email: 'admin@demo.test',
    menu: [
      ...contractorMenu,
      'Contractors',
      'E-mails',
      'Payment Plans',
      'Settings',
      'Setup',
      'Health',
      'Lenders',
      'Adverse action notices',
      'Commissions',
      'Payouts',
      'Accounting',
      'Staff',
      'Audit log',
      'Privacy requests',
    ],
    opens: {
      '/manage/contractors': {
        visible: ['NEW LEAD', 'Views', 'row:Create account', 'row:Edit account'],
        hidden: [],
      },
      '/manage/leads/5001': { visible: [], hidden: [] },
      '/manage/emails': {
        visible: ['Templates', 'Events', 'Unsubscribers', 'ADD TEMPLATE', 'Edit template 1000'],
        hidden: [],
      },
      '/manage/plans': { visible: ['Add plan', 'Edit Free', 'Delete Free'], hidden: [] },
      '/manage/payouts': { visible: ['Payout rules', 'Runs'], hidden: [] },
      '/manage/staff': { visible: ['Staff', 'Roles', 'Invite'], hidden: [] },
      '/manage/settings': {
        visible: [
          'EDIT SOURCES',
          'NEW SET',
          'Edit demo data',
          'Social Media Images',
          'Edit Multiple Users',
          'Agreement Update',
        ],
        hidden: [],
      },
    },
  },
  {
    email: 'support@demo.test',
    menu: [
      'Customers',
      'Documents',
      'Applications',
      'Commissions',
      'Billing',
      'ACH Info',
      'Contractors',
      'Payouts',
    ],
    opens: {
      '/manage/contractors': {
        visible: ['NEW LEAD', 'Views', 'row:Create account', 'row:Edit account'],
        hidden: [],
      },
      '/manage/leads/5001': { visible: [], hidden: [] },
      '/manage/payouts': { visible: ['Payout rules', 'W-9 to review'], hidden: ['Runs'] },
    },
  },
  {
    email: 'payer@demo.test',
    menu: ['Payouts'],
    opens: {
      '/manage/payouts': { visible: ['Payout rules', 'To pay', 'Runs'], hidden: ['W-9 to review'] },
    },
  },
  {
    email: 'mailer@demo.test',
    menu: ['E-mails'],
    opens: {
      '/manage/emails': {
        visible: ['Unsubscribers', 'RESUBSCRIBE', 'UNSUBSCRIBE'],
        hidden: ['Templates', 'Events', 'ADD TEMPLATE', 'ADD EVENT'],
      },
    },
  },
];

const switchedBanner = (page: Page, name: string) =>
  page
    .getByRole('main')
    .getByRole('button', { name, exact: true })
    .or(page.getByRole('tab', { name, exact: true }))
    .first();

/** The actions of a contractor row to which all of them apply. */
async function expectInRow(page: Page, action: string): Promise<void> {
  const button = page.getByRole('button', { name: 'Actions for Harbor Kitchens' });
  await button.click();
  await expect(page.getByRole('menuitem', { name: action })).toBeVisible();
  await page.keyboard.press('Escape');
}

for (const { email, menu, opens } of accounts) {
  test(`${email} gets exactly the menu, routes, and actions that the account's privileges allow`, async ({
    page,
  }) => {
    await resize(page, 1440);
    await signInAt(page, email);
    const links = sidebar(page).getByRole('link');
    await expect(links).toHaveText(['Lintel', ...menu]);
    for (const route of routes) {
      const expectedButtons = opens[route];
      await page.goto(route);
      const denied = page.getByRole('dialog', { name: 'ACCESS_DENIED' });
      if (expectedButtons === undefined) {
        await expect(denied, `${route} is closed`).toContainText('Access denied');
        await denied.getByRole('button', { name: 'OK' }).click();
        await expect(page, `${route} leads back`).toHaveURL('/');
        continue;
      }
      await loadAll(page);
      for (const name of expectedButtons.visible) {
        if (name.startsWith('row:')) await expectInRow(page, name.slice('row:'.length));
        else await expect(switchedBanner(page, name), `${name} on ${route}`).toBeVisible();
      }
      for (const name of expectedButtons.hidden)
        await expect(switchedBanner(page, name), `no ${name} on ${route}`).toHaveCount(0);
      await expect(denied).toHaveCount(0);
    }
  });
}

/** Each screen by its menu link, with its button labels. */
const uses: [link: string, buttons: RegExp[]][] = [
  ['Co-branded Page', [/^EDIT$/, /^Copy link$/]],
  ['Invoice / Estimate', [/^Download PDF$/, /^Send link$/]],
  ['Billing', [/^Update card$/, /^Retry$/, /^Download the receipt for /]],
  ['ACH Info', [/^Edit Payout Method$/, /W-9$/]],
  ['Applications', [/^Export$/]],
  ['Commissions', [/^Export$/]],
  [
    'Personal Info',
    [/^Edit (Profile|Password|Company Profile|Email Notifications)$/, /^Add user$/],
  ],
  ['Refer a Friend', [/^Copy link$/]],
];

test('a contractor with every permission uses the whole portal and creates a page [ACC-002]', async ({
  page,
}) => {
  await signInAt(page, 'pro@demo.test');
  for (const [link, buttons] of uses) {
    await sidebar(page).getByRole('link', { name: link, exact: true }).click();
    for (const name of buttons)
      await expect(
        page.getByRole('main').getByRole('button', { name }).first(),
        `${link} ${name}`,
      ).toBeVisible();
  }
  await expect(
    page.getByRole('main').getByRole('textbox').first(),
    'the link to share',
  ).toHaveValue(/get-started\?ref=/);
  await page.context().clearCookies();
  await signInAt(page, 'admin@demo.test');
  const answer = await page.request.post('/api/v1/user/11/switch', {
    form: { reason: '' },
    headers: sameOrigin,
  });
  expect(answer.status()).toBe(200);
  await page.goto('/co-branded');
  await expect(page.getByRole('main').getByRole('button', { name: 'ADD NEW PAGE' })).toBeVisible();
});
