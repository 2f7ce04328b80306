import type { Page } from '@playwright/test';

/** Ticks what a homeowner has to agree to; calls and texts only when told. */
export async function agree(page: Page, { contact = false } = {}): Promise<void> {
  for (const name of ['sharing', 'e-sign', ...(contact ? ['contact'] : [])])
    await page.locator(`input[name="consents.${name}.agreed"]`).check();
}

/** What a page's form sends for its boxes when the required ones are ticked. */
export async function consentsOf(page: Page, pageName: string) {
  const html = await (await page.request.get(`/p/${pageName}`)).text();
  const [, data = '{}'] = /id="island">([^<]*)</.exec(html) ?? [];
  const { consents = [] } = JSON.parse(data) as { consents?: { kind: string; hash: string }[] };
  return Object.fromEntries(
    consents.map(({ kind, hash }) => [kind, { hash, agreed: kind !== 'contact' }]),
  );
}
