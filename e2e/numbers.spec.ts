import { expect, type Locator, type Page } from '@playwright/test';
import { test } from './support/portal.ts';
import { signInAt } from './support/shell.ts';

/** Types each number into a field without pauses; returns the field's value after each blur. */
async function typeNumbers(
  page: Page,
  field: Locator,
  numbers: readonly string[],
): Promise<string[]> {
  const shown: string[] = [];
  for (const number of numbers) {
    await field.selectText();
    await page.keyboard.type(number);
    await field.blur();
    shown.push(await field.inputValue());
  }
  return shown;
}

const times = (count: number, numbers: readonly string[]): string[] =>
  Array.from({ length: count }, () => numbers).flat();

test(
  'numbers typed quickly on a slow machine are never wrong',
  { tag: '@slow' },
  async ({ page }) => {
    // A hundred entries at one eighth of the CPU speed.
    test.setTimeout(600_000);
    await signInAt(page, 'brand@demo.test', '/invoice-estimate');
    const row = page.getByRole('list', { name: 'Items' }).getByRole('listitem').first();
    await expect(row).toBeVisible();
    const browser = await page.context().newCDPSession(page);
    await browser.send('Emulation.setCPUThrottlingRate', { rate: 8 });
    const prices = await typeNumbers(
      page,
      row.getByLabel('Unit price'),
      times(30, ['89.99', '1234.5']),
    );
    expect(prices).toEqual(times(30, ['$89.99', '$1,234.50']));
    const quantities = await typeNumbers(page, row.getByLabel('Quantity'), times(20, ['12.5']));
    expect(quantities).toEqual(times(20, ['12.5']));
    const rates = await typeNumbers(page, page.getByLabel('Tax rate'), times(20, ['8.25']));
    expect(rates).toEqual(times(20, ['8.25%']));
  },
);
