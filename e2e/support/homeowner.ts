import { expect, type APIRequestContext, type Page } from '@playwright/test';

/** Checks the required consents; calls and texts only with `contact`. */
export async function agree(page: Page, { contact = false } = {}): Promise<void> {
  for (const name of ['sharing', 'e-sign', ...(contact ? ['contact'] : [])])
    await page.locator(`input[name="consents.${name}.agreed"]`).check();
}

interface Island {
  pageId: number;
  consents: { kind: string; hash: string }[];
}

/** The data that a page passes to its form's script. */
async function readIsland(request: APIRequestContext, pageName: string): Promise<Island> {
  const html = await (await request.get(`/p/${pageName}`)).text();
  const [, data = '{}'] = /id="island">([^<]*)</.exec(html) ?? [];
  return JSON.parse(data) as Island;
}

const consentAnswers = ({ consents }: Island) =>
  Object.fromEntries(
    consents.map(({ kind, hash }) => [kind, { hash, agreed: kind !== 'contact' }]),
  );

/** The consents that a page's form sends when the required ones are checked. */
export const readConsents = async (page: Page, pageName: string) =>
  consentAnswers(await readIsland(page.request, pageName));

interface SentApplication {
  status: string;
  offers: { id: number; lenderName: string }[];
  requests: object[];
  times: { approved: string | null; funded: string | null };
}

/** An application sent with the form's API calls. */
export interface AppliedHomeowner {
  pageName: string;
  pageId: number;
  token: string;
  email: string;
  /** The last four digits. */
  phoneEnding: string;
  read(): Promise<SentApplication>;
  post(path: string, data?: object): Promise<void>;
}

interface Homeowner {
  language?: 'en' | 'es';
  /** The last digit decides how far the sandbox lender goes. */
  phone: string;
  email: string;
  creditBand?: 'good' | 'poor';
}

const headers = { 'sec-fetch-site': 'same-origin' };

/** Applies on Oak & Iron's page without filling in the form. */
export async function applyByApi(
  request: APIRequestContext,
  { language = 'en', phone, email, creditBand = 'good' }: Homeowner,
): Promise<AppliedHomeowner> {
  const pageName = 'oak-and-iron';
  const island = await readIsland(request, pageName);
  const call = async (path: string, data: object): Promise<{ token: string }> => {
    const answer = await request.post(`/api/v1/homeowner/${path}`, { data, headers });
    expect(answer.ok(), await answer.text()).toBe(true);
    return (await answer.json()) as { token: string };
  };
  const { token } = await call(`pages/${pageName}/applications`, { language });
  const path = `applications/${token}`;
  await call(`${path}/submit`, {
    firstName: 'María Guadalupe',
    lastName: 'Fernández',
    email,
    phone,
    city: 'Columbus',
    state: 'OH',
    creditBand,
    requestedAmount: 22_000,
    monthlyBudget: 300,
    project: 'Kitchen',
    consents: consentAnswers(island),
  });
  return {
    pageName,
    pageId: island.pageId,
    token,
    email,
    phoneEnding: phone.slice(-4),
    read: async () =>
      (await (await request.get(`/api/v1/homeowner/${path}`)).json()) as SentApplication,
    post: async (under, data = {}) => void (await call(`${path}${under}`, data)),
  };
}

/** Waits until the lenders reach this state. */
export async function waitForLenders(
  applied: AppliedHomeowner,
  done: (application: SentApplication) => boolean,
): Promise<SentApplication> {
  await expect.poll(async () => done(await applied.read()), { timeout: 120_000 }).toBe(true);
  return applied.read();
}

/** Waits for offers and chooses one lender's. */
export async function chooseByApi(applied: AppliedHomeowner, lender: string): Promise<void> {
  const { offers } = await waitForLenders(applied, ({ status }) => status === 'offers');
  const offer = offers.find(({ lenderName }) => lenderName === lender);
  await applied.post(`/offers/${offer?.id}/choose`, { replaces: null });
}

/** Returns to the page in a browser that remembers this application. */
export async function resumeByToken(
  page: Page,
  { pageName, pageId, token }: AppliedHomeowner,
): Promise<void> {
  await page.goto(`/p/${pageName}/legal/terms`);
  await page.evaluate(([key, value]) => localStorage.setItem(key, value), [
    `lintel.application.page-${pageId}`,
    token,
  ] as const);
  await page.goto(`/p/${pageName}`);
  await expect(page.locator('html')).not.toHaveClass(/resuming/);
}
