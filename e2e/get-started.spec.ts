import { expect, type Page } from '@playwright/test';
import { openMailedLink, openMail } from './support/mail.ts';
import { expectAccessible, signIn, test } from './support/portal.ts';

const cards = {
  good: '4242424242424242',
  declines: '4000000000000341',
  asksBank: '4000002760003184',
};

let count = 0;
const newEmail = (): string => `${Date.now().toString(36)}-${(count += 1)}@get-started.test`;

const field = (page: Page, name: string) => page.getByRole('textbox', { name });

async function open(page: Page, search = ''): Promise<void> {
  await page.goto(`/get-started${search}`);
  await expect(page.getByRole('region', { name: 'Your order' })).toBeVisible();
}

async function typeCompany(page: Page, email: string, company = 'Vale Roofing'): Promise<void> {
  await field(page, 'Company name').fill(company);
  await field(page, 'Company address').fill('1 Main Street, Denver, CO 80202');
  await field(page, 'First name').fill('Nora');
  await field(page, 'Last name').fill('Vale');
  await field(page, 'E-mail').fill(email);
  await field(page, 'Phone').fill('3035550199');
}

async function typeCard(page: Page, number: string): Promise<void> {
  await field(page, 'Card number').fill(number);
  await field(page, 'Cardholder name').fill('Nora Vale');
  await field(page, 'Expiration').fill('12/44');
  await field(page, 'CVC').fill('123');
  await field(page, 'Zip').fill('80202');
}

const pay = (page: Page): Promise<void> => page.getByRole('button', { name: /^Pay / }).click();
const welcome = (page: Page, company = 'Vale Roofing') =>
  page.getByRole('heading', { level: 1, name: `Welcome, ${company}` });

test(
  "a contractor signs up from the sign-in page, pays, and gets a receipt; a reload doesn't charge again",
  { tag: '@smoke' },
  async ({ page }) => {
    const email = newEmail();
    await page.goto('/login');
    await page.getByRole('link', { name: 'Get started', exact: true }).click();
    await expect(page).toHaveURL('/get-started');
    await expect(page).toHaveTitle(/^Get started/);
    await expect(page.getByRole('region', { name: 'Your order' })).toContainText('$99.00');
    await expectAccessible(page);
    await typeCompany(page, email);
    await typeCard(page, cards.good);
    await page.getByRole('button', { name: 'Pay $99.00 and get started' }).dblclick();
    await expect(welcome(page)).toBeFocused();
    await expectAccessible(page);
    await page.reload();
    await expect(welcome(page)).toBeVisible();
    await openMail(page, email, /payment/i);
    await page.goto(`/outbox?to=${encodeURIComponent(email)}`);
    await expect(page.getByRole('link', { name: /payment/i })).toHaveCount(1);
  },
);

test('a declined card keeps what was typed, and another card succeeds', async ({ page }) => {
  await open(page);
  await typeCompany(page, newEmail());
  await typeCard(page, cards.declines);
  await pay(page);
  await expect(page.getByRole('alert')).toHaveText('The card was declined.');
  await expect(field(page, 'Company name')).toHaveValue('Vale Roofing');
  await expect(field(page, 'Card number')).toHaveValue('4000 0000 0000 0341');
  await field(page, 'Card number').fill(cards.good);
  await pay(page);
  await expect(welcome(page)).toBeVisible();
});

test('a contractor whose bank requires authentication keeps the details on failure and signs up on success', async ({
  page,
}) => {
  await open(page);
  await typeCompany(page, newEmail());
  await typeCard(page, cards.asksBank);
  await pay(page);
  await page.getByRole('button', { name: 'Fail authentication' }).click();
  await expect(page).toHaveURL(/\/get-started\?payment_intent=/);
  await expect(page.getByRole('alert')).toContainText('could not authenticate');
  await expect(field(page, 'Company name')).toHaveValue('Vale Roofing');
  await expect(field(page, 'Card number')).toHaveValue('');
  await typeCard(page, cards.asksBank);
  await pay(page);
  await page.getByRole('button', { name: 'Complete authentication' }).click();
  await expect(welcome(page)).toBeVisible();
});

test('a lead gets a link, opens it in another browser, and pays, and the first window becomes inactive', async ({
  page,
  browser,
}) => {
  const email = newEmail();
  const before = await browser.newPage();
  await open(before);
  await typeCompany(before, email, 'Lead Roofing');
  await typeCard(before, cards.declines);
  await pay(before);
  await expect(before.getByRole('alert')).toHaveText('The card was declined.');
  await open(page);
  await typeCompany(page, email, 'Lead Roofing');
  await typeCard(page, cards.good);
  await pay(page);
  await expect(page.getByRole('heading', { level: 1, name: 'Check your e-mail' })).toBeFocused();
  await expect(page.getByText(`We sent a link to ${email}. Open it to continue.`)).toBeVisible();
  await expectAccessible(page);

  const otherWindow = await (await browser.newContext()).newPage();
  await openMailedLink(otherWindow, email, /finish signing up/i, '/get-started');
  await expectAccessible(otherWindow);
  await otherWindow.getByRole('button', { name: 'Continue' }).click();
  await expect(field(otherWindow, 'E-mail')).toHaveValue(email);
  await expect(field(otherWindow, 'Company name')).toHaveValue('');
  await typeCompany(otherWindow, email, 'Lead Roofing');
  await typeCard(otherWindow, cards.good);
  await pay(otherWindow);
  await expect(welcome(otherWindow, 'Lead Roofing')).toBeFocused();

  await page.reload();
  await expect(
    page.getByRole('heading', { level: 1, name: 'Your sign-up continues in another window' }),
  ).toBeVisible();
});

test(
  "the free plan asks for no card, and its e-mail can't sign up again",
  { tag: '@slow' },
  async ({ page }) => {
    const email = newEmail();
    await open(page, '?plan=free');
    await expect(field(page, 'Card number')).toHaveCount(0);
    await typeCompany(page, email);
    await page.getByRole('button', { name: 'Get started for free' }).click();
    await expect(welcome(page)).toBeVisible();
    await page.getByRole('button', { name: 'Sign up another company' }).click();
    await expect(field(page, 'Company name')).toHaveValue('');
    await page.getByRole('radio', { name: 'Free' }).check({ force: true });
    await typeCompany(page, email, 'Another Company');
    await page.getByRole('button', { name: 'Get started for free' }).click();
    await expect(
      page.getByText('This e-mail is already registered. Please sign in.'),
    ).toBeVisible();
    await page.getByRole('link', { name: 'Sign in with this e-mail' }).click();
    await expect(field(page, 'E-mail')).toHaveValue(email);
  },
);

test(
  'a friend who follows a referral link pays 10% less, using only the keyboard',
  { tag: '@slow' },
  async ({ page, browser }) => {
    const owner = await browser.newPage();
    await signIn(owner, 'pro@demo.test');
    const { referralUrl } = (await (
      await owner.request.get('/api/v1/contractor/101/refer')
    ).json()) as { referralUrl: string };
    await owner.close();
    const { pathname, search } = new URL(referralUrl);
    expect(pathname).toBe('/get-started');
    await open(page, search);
    await expect(page.getByText('Summit Roofing LLC')).toBeVisible();
    await page.getByRole('radio', { name: 'Pro' }).focus();
    await page.keyboard.press('ArrowLeft');
    await expect(page.getByRole('region', { name: 'Your order' })).toContainText('$269.10');
    await typeCompany(page, newEmail(), 'Friend & Sons');
    await typeCard(page, cards.good);
    await field(page, 'Zip').press('Enter');
    await expect(welcome(page, 'Friend & Sons')).toBeFocused();
  },
);

test('the page works at 320 pixels, in light and dark mode', { tag: '@slow' }, async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await open(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      320,
    );
    await expectAccessible(page);
  }
});
