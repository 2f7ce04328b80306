import { expect, type Browser, type Page } from '@playwright/test';
import { expectAccessible, password, signIn, switchInto, test } from './support/portal.ts';

const list = '/manage/contractors';

async function companyRow(page: Page, company: string) {
  await page.goto(`${list}?companyName=${encodeURIComponent(company)}`);
  const row = page.getByRole('row', { name: new RegExp(company) });
  await expect(row).toBeVisible();
  return row;
}
const act = async (page: Page, company: string, action: string): Promise<void> => {
  await page.getByRole('button', { name: `Actions for ${company}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
};
const edit = async (page: Page, company: string) => {
  await companyRow(page, company);
  await act(page, company, 'Edit account');
  const dialog = page.getByRole('dialog', { name: /^Edit contractor/ });
  await expect(dialog.getByRole('button', { name: 'Update' })).toBeVisible();
  return dialog;
};
const switchBack = async (page: Page): Promise<void> => {
  const banner = page.getByRole('region', { name: 'Switched account' });
  await banner.getByRole('button', { name: 'Back to my account' }).click();
  await expect(banner).toHaveCount(0);
};
const another = async (
  browser: Browser,
  baseURL: string | undefined,
  email: string,
): Promise<Page> => {
  const page = await (
    await browser.newContext({ ...(baseURL && { baseURL }), reducedMotion: 'reduce' })
  ).newPage();
  await signIn(page, email);
  return page;
};

test('staff find contractors with search and filters kept in the URL, and save a view and its columns [ADM-025] [ADM-026] [ADM-027] [ADM-028] [ADM-029]', async ({
  page,
}) => {
  await signIn(page, 'admin@demo.test');
  await companyRow(page, 'Harbor Kitchens');
  await expect(page.getByPlaceholder('Search...')).toHaveValue('Harbor Kitchens');
  await expectAccessible(page);
  await page.goto(list);
  await page.getByRole('combobox', { name: 'Payment Status' }).click();
  await page.getByRole('option', { name: 'Failed' }).click();
  await page.getByRole('search').getByRole('button', { name: /^W-9/ }).click();
  await page.getByRole('checkbox', { name: 'Not found' }).click();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/status=Failed/);
  await page.reload();
  await expect(page.getByRole('list', { name: 'Active filters' })).toContainText(
    'Payment Status: Failed',
  );
  await expect(page.getByRole('row')).not.toHaveCount(1);
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('checkbox', { name: 'Phone number' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('button', { name: 'Save this view' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Failed payments');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('View saved')).toBeVisible();
  await page.goto(list);
  await expect(page.getByRole('columnheader', { name: 'Phone number' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('button', { name: 'Failed payments', exact: true }).click();
  await expect(page).toHaveURL(/status=Failed.*w9=/);
});

test('staff create an account, add to its team, lower the limit, and see it all in the history [ADM-038] [ADM-041] [ADM-073] [ADM-228] [ADM-229] [ADM-493]', async ({
  page,
}) => {
  const company = 'Evergreen Kitchens';
  await signIn(page, 'admin@demo.test');
  await companyRow(page, company);
  await act(page, company, 'Create account');
  await page
    .getByRole('dialog', { name: 'Create account' })
    .getByRole('button', { name: 'Create account' })
    .click();
  await expect(
    page.getByText(
      'Account successfully created. An email with an authorization link has been sent to the contractor.',
    ),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: `Switch to ${company}` })).toBeVisible();
  await switchInto(page, company);
  const { user, contractor } = await (await page.request.get('/api/v1/user')).json();
  for (const name of ['Ada', 'Bo']) {
    const answer = await page.request.post(`/api/v1/contractor/${contractor.id}/team/user`, {
      headers: { 'x-switched-user': String(user.id), 'sec-fetch-site': 'same-origin' },
      data: {
        firstname: name,
        lastname: 'Team',
        email: `${name}@evergreen.test`,
        contractorTeamAccess: { type: 'Full' },
      },
    });
    expect(answer.status(), await answer.text()).toBe(200);
  }
  await switchBack(page);
  const dialog = await edit(page, company);
  await expectAccessible(page);
  await dialog.getByText('Manual', { exact: true }).click();
  await dialog.getByRole('combobox', { name: 'Number of users' }).click();
  await page.getByRole('option', { name: '1', exact: true }).click();
  await dialog.getByRole('button', { name: 'Update' }).click();
  const overlimit = page.getByRole('dialog', { name: 'Overlimit users' });
  await expect(overlimit).toContainText('Bo Team');
  await expect(overlimit).not.toContainText('Ada Team');
  await overlimit.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText("Field's was changed")).toBeVisible();
  const again = await edit(page, company);
  await again.getByRole('tab', { name: 'History' }).click();
  const history = again.getByRole('list', { name: 'History' });
  await expect(history).toContainText('Multiple users: Auto 1');
  await expect(history).toContainText('Team user deactivated');
  await expect(history).toContainText('switched into the account of');
  await expectAccessible(page);
});

test(
  'when two staff edit one contractor, the second sees what changed and keeps both changes',
  { tag: '@slow' },
  async ({ page, browser, baseURL }) => {
    const company = 'Red Rock Windows';
    await signIn(page, 'admin@demo.test');
    const other = await another(browser, baseURL, 'support@demo.test');
    const mine = await edit(page, company);
    const theirs = await edit(other, company);
    await theirs.getByLabel('Partner ID').fill('102');
    await theirs.getByRole('button', { name: 'Update' }).click();
    await expect(other.getByText("Field's was changed")).toBeVisible();
    await mine.getByLabel('First Name').fill('Renamed');
    await mine.getByRole('button', { name: 'Update' }).click();
    await expect(mine.getByRole('alert')).toContainText('Changed: Partner ID.');
    await mine.getByRole('button', { name: 'Keep my changes' }).click();
    await expect(mine.getByLabel('Partner ID')).toHaveValue('102');
    await mine.getByRole('button', { name: 'Update' }).click();
    await expect(page.getByText("Field's was changed")).toBeVisible();
    await expect(await companyRow(page, company)).toContainText('Renamed');
    await other.context().close();
  },
);

test('a contractor sees when staff accessed the account and why', async ({
  page,
  browser,
  baseURL,
}) => {
  await signIn(page, 'admin@demo.test');
  await companyRow(page, 'First Coat Painting');
  await page.getByRole('button', { name: 'Switch to First Coat Painting' }).click();
  await page.getByRole('textbox', { name: 'Reason (optional)' }).fill('Help with the agreement');
  await page.getByRole('dialog').getByRole('button', { name: 'Switch' }).click();
  await expect(page.getByRole('timer')).toHaveText(/^(30:00|29:\d\d)$/);
  await page.goto('/personal-info');
  await expect(page.getByText("Only the account's owner can change its password.")).toBeVisible();
  await switchBack(page);
  const owner = await (await browser.newContext({ ...(baseURL && { baseURL }) })).newPage();
  await owner.request.post('/api/v1/authentication', {
    form: { username: 'free@demo.test', password },
  });
  const answer = await owner.request.get('/api/v1/contractor/104/staff-visits');
  expect((await answer.json()).data[0]).toMatchObject({
    staff: 'Avery Quinn',
    reason: 'Help with the agreement',
    endedAt: expect.any(String),
  });
  await owner.context().close();
});

test(
  'the list shows cards on a phone, with the same actions',
  { tag: '@slow' },
  async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await signIn(page, 'admin@demo.test');
    await page.goto(`${list}?companyName=Summit+Roofing`);
    const cards = page.getByRole('list', { name: 'Contractors' });
    await expect(cards.getByRole('listitem')).toHaveCount(1);
    await expect(cards).toContainText('W-9 status');
    await expect(cards.getByRole('button', { name: 'Switch to Summit Roofing LLC' })).toBeVisible();
    await expectAccessible(page);
    const sideways = await page.evaluate(
      () => document.documentElement.scrollWidth > window.innerWidth,
    );
    expect(sideways).toBe(false);
  },
);
