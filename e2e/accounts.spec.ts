import { expect, type Browser, type Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { openMailedLink, openMail } from './support/mail.ts';
import { expectAccessible, password, test } from './support/portal.ts';
import { signInAt, sidebar } from './support/shell.ts';

let number = 0;
/** An address unique to one test. */
const address = (name: string): string => {
  number += 1;
  return `${name}-${test.info().workerIndex}-${Date.now()}-${number}@accounts.test`;
};

/** Contractors that other journeys depend on. */
const reserved = ['Evergreen Kitchens', 'Harbor Kitchens'];

interface NewAccount {
  id: number;
  companyName: string;
  hasUser: boolean;
  paymentStatus: string;
}

/** Staff create the unconfirmed owner's account of a paying contractor. */
async function newOwner(browser: Browser, email: string): Promise<void> {
  const context = await browser.newContext({ baseURL: process.env['LINTEL_URL'] ?? '' });
  const staff = await context.newPage();
  await signInAt(staff, 'support@demo.test', '/manage/contractors');
  const list = await staff.request.get('/api/v1/manage/contractors?limit=100&order=%2BhasUser');
  const free = ((await list.json()) as { data: NewAccount[] }).data.filter(
    (row) => !row.hasUser && row.paymentStatus === 'Paid' && !reserved.includes(row.companyName),
  );
  let made = false;
  for (const { id } of free) {
    const form = { email, firstname: 'Olga', lastname: 'Owner', contractorId: String(id) };
    made ||= (
      await staff.request.post('/api/v1/user', {
        form,
        headers: { origin: process.env['LINTEL_URL'] ?? '' },
      })
    ).ok();
    if (made) break;
  }
  expect(made).toBe(true);
  await context.close();
}

async function setPassword(
  page: Page,
  label: string,
  button: string,
  value = password,
): Promise<void> {
  await page.getByRole('textbox', { name: label, exact: true }).fill(value);
  await page.getByRole('textbox', { name: 'Password Confirmation' }).fill(value);
  await page.getByRole('button', { name: button, exact: true }).click();
}

async function signInWith(page: Page, email: string, value = password): Promise<void> {
  await expect(page).toHaveURL(/\/login/);
  const username = page.getByRole('textbox', { name: 'E-mail' });
  await username.fill(email);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('textbox', { name: 'Password' }).fill(value);
  await page.getByRole('button', { name: 'Sign into your Account' }).click();
}

test('a new owner confirms the account, accepts the agreement, passes the quiz, and reaches the full portal [MKT-056] [MKT-057] [MKT-060] [MKT-062] [MKT-063] [MKT-066] [MKT-067] [MKT-068] [MKT-069] [MKT-134] [ACC-494]', async ({
  page,
  browser,
}) => {
  const email = address('owner');
  await newOwner(browser, email);
  await openMailedLink(page, email, /confirm/i, '/confirm');
  await expect(page.getByRole('heading', { name: 'Set your password' })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'E-mail' })).toHaveValue(email);
  await expectAccessible(page);
  await setPassword(page, 'Password', 'Confirm');
  await expect(page.getByText('Your account successfully confirmed')).toBeVisible();

  const agreement = page.getByRole('dialog');
  await expect(agreement.getByRole('button', { name: 'Accept' })).toBeDisabled();
  await expect(sidebar(page)).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.mouse.click(5, 5);
  await expect(agreement).toBeVisible();
  await expectAccessible(page);
  await agreement.getByRole('checkbox').check();
  await agreement.getByRole('button', { name: 'Accept' }).click();

  const quiz = page.getByRole('dialog', { name: 'Help us learn about your business' });
  await expect(quiz).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(quiz).toBeVisible();
  await expectAccessible(page);
  const answers = [
    [
      'What is your estimated annual business revenue?',
      'Less than $100K',
      '$100K - $1M',
      '$1M - $10M',
      'More than $10M',
    ],
    [
      'How many employees are in your business?',
      'Self - 1',
      '2 - 15',
      '16 - 25',
      '26 - 50',
      'More than 50',
    ],
    ['How many years have you been in business?', 'Less than 1', '2 - 5', '6 - 15', 'More than 15'],
  ];
  for (const [question = '', ...offered] of answers) {
    await expect(quiz.getByRole('button', { name: 'Submit' })).toBeDisabled();
    await quiz
      .getByRole('combobox', { name: question })
      .or(quiz.getByRole('textbox', { name: question }))
      .first()
      .click();
    await expect(page.getByRole('option')).toHaveText(offered);
    await page.getByRole('option', { name: offered[1] ?? '', exact: true }).click();
  }
  await quiz.getByRole('button', { name: 'Submit' }).click();
  await expect(quiz).toHaveCount(0);
  await expect(sidebar(page)).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: /Olga/ })).toBeVisible();
});

test('the e-mailed link resets a forgotten password once [ACC-069] [ACC-070] [ACC-071] [ACC-073] [ACC-074] [ACC-075] [ACC-077] [ACC-485] [ACC-492]', async ({
  page,
  browser,
}) => {
  const email = address('reset');
  await newOwner(browser, email);
  await page.goto('/login');
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await expect(page.getByRole('textbox', { name: 'E-mail' })).toHaveValue(email);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText(/inbox|on its way/i).first()).toBeVisible();
  await openMailedLink(page, email, /reset/i, '/np');
  const link = page.url();
  await expect(page.getByRole('textbox', { name: 'E-mail' })).toHaveValue(email);
  await setPassword(page, 'New Password', 'Reset Password', 'Sturdy-beam7');
  await expect(page.getByText('Thank you! Your password successfully changed')).toBeVisible();
  await signInWith(page, email, 'Sturdy-beam7');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.context().clearCookies();
  await page.goto(link);
  await expect(page.getByText('Invalid link')).toBeVisible();
  await expect(page).toHaveURL(/\/login/);
});

test('a team user signs in with the link, sees only the chosen sections, and is signed out when deleted [ACC-225] [ACC-226] [ACC-227] [ACC-390] [ACC-491]', async ({
  page,
  browser,
}) => {
  const email = address('team');
  await signInAt(page, 'pro@demo.test', '/personal-info');
  await page.getByRole('button', { name: 'Add user' }).click();
  await page.getByRole('textbox', { name: 'First name' }).last().fill('Tessa');
  await page.getByRole('textbox', { name: 'Last name' }).last().fill('Lane');
  await page.getByRole('textbox', { name: 'E-mail' }).last().fill(email);
  await expect(page.getByRole('radio', { name: 'Limited' })).toBeChecked();
  await page.getByRole('checkbox', { name: 'Refer a Friend' }).check();
  await page.getByRole('button', { name: 'Add user' }).last().click();
  await expect(
    page.getByText('We sent the added user an email with an authorization link.'),
  ).toBeVisible();
  await expect(page.getByText(email)).toBeVisible();

  const context = await browser.newContext({ baseURL: process.env['LINTEL_URL'] ?? '' });
  const member = await context.newPage();
  await openMailedLink(member, email, /./, '/confirm');
  await setPassword(member, 'Password', 'Confirm');
  await expect(member.getByRole('heading', { level: 1, name: /Tessa/ })).toBeVisible();
  const names = await sidebar(member).getByRole('link').allInnerTexts();
  expect(names.map((name) => name.trim()).filter(Boolean)).toEqual([
    'Lintel',
    'Personal Info',
    'Refer a Friend',
  ]);
  await member.goto('/personal-info');
  await expect(member.getByRole('heading', { name: 'Profile' })).toBeVisible();
  await expect(member.getByRole('heading', { name: /Team Management/ })).toHaveCount(0);
  await expect(member.getByRole('heading', { name: 'Company Profile' })).toHaveCount(0);

  await page.getByRole('button', { name: /Delete Tessa/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText(email)).toHaveCount(0);
  await member.goto('/refer');
  await expect(member).toHaveURL(/\/login/);
  await context.close();
});

/** A new team user of Oak & Iron, signed in with a separate browser. */
async function newMember(page: Page, browser: Browser, firstname: string, email: string) {
  await signInAt(page, 'brand@demo.test', '/personal-info');
  await page.getByRole('button', { name: 'Add user' }).click();
  await page.getByRole('textbox', { name: 'First name' }).last().fill(firstname);
  await page.getByRole('textbox', { name: 'Last name' }).last().fill('Marsh');
  await page.getByRole('textbox', { name: 'E-mail' }).last().fill(email);
  await page.getByRole('checkbox', { name: 'Refer a Friend' }).check();
  await page.getByRole('button', { name: 'Add user' }).last().click();
  await expect(page.getByText(email)).toBeVisible();
  const context = await browser.newContext({ baseURL: process.env['LINTEL_URL'] ?? '' });
  const member = await context.newPage();
  await openMailedLink(member, email, /./, '/confirm');
  await setPassword(member, 'Password', 'Confirm');
  await expect(
    member.getByRole('heading', { level: 1, name: `Hello, ${firstname}` }),
  ).toBeVisible();
  return member;
}

/** A browser with a virtual authenticator, which stores and verifies passkeys by itself. */
async function withAuthenticator(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

test('a user adds a passkey, signs in with it from the e-mail field, and confirms a sensitive action with it', async ({
  page,
  browser,
}) => {
  const email = address('passkey');
  const member = await newMember(page, browser, 'Paz', email);
  await withAuthenticator(member);
  await member.goto('/personal-info');
  const card = member.getByRole('group', { name: 'Two-Step Verification' });
  await card.getByRole('button', { name: 'Add a passkey' }).click();
  await card.getByRole('textbox', { name: 'Passkey name' }).fill('Work laptop');
  await card.getByRole('button', { name: 'Add passkey' }).click();
  await card.getByRole('button', { name: 'I saved them' }).click();
  await expect(card.getByText('Work laptop')).toBeVisible();
  await expectAccessible(member);

  // Re-authentication keeps what was typed.
  let requestCount = 0;
  await member.route('**/update-email', (route) => {
    requestCount += 1;
    return requestCount === 1
      ? route.fulfill({
          status: 403,
          json: { error: 'step_up_required', message: 'Please confirm that it is you.' },
        })
      : route.continue();
  });
  await member.getByRole('button', { name: 'Edit Profile' }).click();
  const newEmail = address('passkey-new');
  await member.getByRole('textbox', { name: 'E-mail' }).first().fill(newEmail);
  await member.getByRole('button', { name: 'Save' }).click();
  const dialog = member.getByRole('dialog', { name: 'Confirm that it’s you' });
  await expect(dialog).toBeVisible();
  await expectAccessible(member);
  await dialog.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(dialog).toBeHidden();
  await openMail(member, newEmail, /./);
  expect(requestCount).toBe(2);

  await member.context().clearCookies();
  await member.goto('/login');
  await expect(member.getByRole('heading', { level: 1, name: 'Hello, Paz' })).toBeVisible();

  await member.goto('/personal-info');
  await card.getByRole('button', { name: 'Remove Work laptop' }).click();
  await member.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(card.getByText('Work laptop')).toBeHidden();
  await member.context().clearCookies();
  await member.goto('/login');
  await member.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(member).toHaveURL(/\/login/);
  await member.context().close();
});

test('two-step verification requires an authenticator code, and accepts a recovery code instead', async ({
  page,
  browser,
}) => {
  const email = address('two-step');
  const member = await newMember(page, browser, 'Cody', email);

  await member.goto('/personal-info');
  const card = member.getByRole('group', { name: 'Two-Step Verification' });
  await card.getByRole('button', { name: 'Add an authenticator app' }).click();
  await expect(card.getByRole('img', { name: /QR code/ })).toBeVisible();
  await expectAccessible(member);
  const secret = (await card.getByLabel('Setup key').innerText()).replaceAll(' ', '');
  const app = new TOTP({ secret: Secret.fromBase32(secret) });
  await card.getByRole('textbox', { name: 'Code from the app' }).fill(app.generate());
  await card.getByRole('button', { name: 'Add app' }).click();
  const codes = card.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  await expectAccessible(member);
  const recoveryCode = await codes.first().innerText();
  await card.getByRole('button', { name: 'I saved them' }).click();
  await expect(card.getByText('10 left')).toBeVisible();

  await member.context().clearCookies();
  await member.goto('/login');
  await signInWith(member, email);
  await expect(member.getByRole('heading', { name: 'Two-step verification' })).toBeVisible();
  await expectAccessible(member);
  const code = member.getByRole('textbox', { name: 'Code', exact: true });
  await code.fill(app.generate({ timestamp: Date.now() + 120_000 }));
  await code.press('Enter');
  await expect(member.getByText("This code isn't right, or it was already used.")).toBeVisible();
  // The code used at setup can't be reused; the next 30-second code is already valid.
  await code.fill(app.generate({ timestamp: Date.now() + 30_000 }));
  await code.press('Enter');
  await expect(member.getByRole('heading', { level: 1, name: /Cody/ })).toBeVisible();

  await member.context().clearCookies();
  await member.goto('/login');
  await signInWith(member, email);
  await member.getByRole('button', { name: 'Use a recovery code instead' }).click();
  await member.getByRole('textbox', { name: 'Recovery code' }).fill(recoveryCode);
  await member.getByRole('button', { name: 'Verify' }).click();
  await expect(member.getByRole('heading', { level: 1, name: /Cody/ })).toBeVisible();
  await openMail(member, email, /two-step/);

  await page.getByRole('button', { name: /Delete Cody/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText(email)).toHaveCount(0);
  await member.context().close();
});

test('a changed e-mail takes effect when its link is confirmed, and signs the user out [ACC-079] [ACC-080] [ACC-221] [ACC-222] [ACC-223] [ACC-489] [ACC-493]', async ({
  page,
  browser,
}) => {
  const [email, other] = [address('before'), address('after')];
  await newOwner(browser, email);
  await openMailedLink(page, email, /confirm/i, '/confirm');
  await setPassword(page, 'Password', 'Confirm');
  await page.getByRole('dialog').getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Accept' }).click();
  const answers = ['Less than $100K', 'Self - 1', 'Less than 1'];
  const quiz = page.getByRole('dialog', { name: 'Help us learn about your business' });
  await expect(quiz).toBeVisible();
  for (const [index, answer] of answers.entries()) {
    await quiz.getByPlaceholder('Please Select').nth(index).click();
    await page.getByRole('option', { name: answer, exact: true }).click();
  }
  await quiz.getByRole('button', { name: 'Submit' }).click();
  await expect(sidebar(page)).toBeVisible();
  await page.goto('/personal-info');
  await page.getByRole('button', { name: /Edit/ }).first().click();
  await page.getByRole('textbox', { name: 'Phone' }).fill('5125550177');
  await page.getByRole('textbox', { name: 'E-mail' }).fill(other);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(
    page.getByText('Update successful! We sent an email with a link to confirm changing email.'),
  ).toBeVisible();
  await expect(page.getByText(email).first()).toBeVisible();
  await openMailedLink(page, other, /e-mail/i, '/ne');
  await expect(page.getByText(email)).toBeVisible();
  await expect(page.getByText(other)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'CONFIRM' }).click();
  await expect(page.getByText('Your email has been successfully changed')).toBeVisible();
  await signInWith(page, other);
  await expect(page.getByRole('heading', { level: 1, name: /Olga/ })).toBeVisible();
  await openMail(page, email, /./);
});

test(
  'staff edit a template, see its error at its line, and send themselves a test',
  { tag: '@slow' },
  async ({ page }) => {
    await signInAt(page, 'admin@demo.test', '/manage/emails');
    await page
      .getByRole('textbox', { name: /Search/ })
      .or(page.getByRole('searchbox'))
      .first()
      .fill('w9-status');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: /^Edit/ }).first().click();
    const modal = page.getByRole('dialog', { name: 'Edit E-mail template' });
    const editor = modal.locator('.cm-content');
    await editor.click();
    await page.keyboard.press('ControlOrMeta+Home');
    await page.keyboard.type('<p>First</p>\n{% if user %}<p>open</p>\n');
    await expect(modal.getByText(/Line \d+/).first()).toBeVisible();
    for (let undo = 0; undo < 8; undo += 1) await page.keyboard.press('ControlOrMeta+z');
    await editor.press('ControlOrMeta+End');
    await expect(modal.getByText(/^Line \d+/)).toHaveCount(0);
    await modal.getByRole('button', { name: /test/i }).click();
    await expect(page.getByText(/sent|on its way/i).first()).toBeVisible();
    await openMail(page, 'admin@demo.test', /./);
  },
);

test('staff with only the unsubscribers privilege see no templates, and see numbers that opted out of texts [ADM-079]', async ({
  page,
}) => {
  await signInAt(page, 'mailer@demo.test', '/manage/emails');
  await expect(page.getByRole('tab')).toHaveText([
    'Unsubscribers',
    'Undeliverable',
    'Text messages',
  ]);
  await expect(page.getByRole('tab', { selected: true })).toHaveText('Unsubscribers');
  await page.goto('/manage/emails?tab=templates');
  await expect(page.getByText('ada@roofers.example')).toBeVisible();
});
