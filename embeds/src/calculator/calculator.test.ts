// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest';
import type { Language } from '@lintel/contract/core/language';
import { colorSchemes } from '@lintel/contract/marketing/constants';
import { defaultRates } from '@lintel/contract/marketing/calculator';
import type { CalculatorPage } from '@lintel/contract/marketing/embeds';
import { renderCalculator } from '../pages.ts';
import { setLanguage } from '../language.ts';
import { readAmount, startCalculator } from './form.ts';

const [standard] = colorSchemes;
const page: CalculatorPage = {
  language: 'en',
  companyName: `Sons & "Daughters" </title><script>alert(1)</script>`,
  offersUrl: 'https://pay.example/p/sons?source=calculator',
  colors: {
    color1: `#${standard?.color1}`,
    color2: `#${standard?.color2}`,
    color3: `#${standard?.color3}`,
  },
  border: true,
  rates: defaultRates,
  script: '/embeds/calculator.js?v=1',
};
const show = (changes: Partial<CalculatorPage> = {}): void => {
  document.documentElement.innerHTML = renderCalculator({ ...page, ...changes });
};
/** Renders the page in a language and starts its script. */
const start = (language: Language): void => {
  show({ language });
  setLanguage(language);
  startCalculator();
};
const paymentText = (): string => document.getElementById('payment')?.textContent ?? '';
const details = (): string => document.getElementById('details')?.textContent ?? '';
const set = (selector: string, value: string): void => {
  const field = document.querySelector<HTMLInputElement | HTMLSelectElement>(selector);
  if (field instanceof HTMLInputElement && field.type === 'radio') field.checked = true;
  else if (field) field.value = value;
  field?.dispatchEvent(new Event('input', { bubbles: true }));
};

beforeEach(() => {
  setLanguage('en');
  show();
});

test('the page shows its first estimate without a script, and labels it as an estimate', () => {
  expect(paymentText()).toBe('$248.94');
  expect(details()).toBe(
    '84 payments at 9.99% APR. Total $20,911.08, of which $5,911.08 is interest.',
  );
  expect(document.body.textContent).toContain('This is an estimate, not an offer of credit.');
});

test('amount, credit score, and term change the estimate', () => {
  startCalculator();
  set('#band', 'excellent');
  expect(details()).toContain('at 7.49% APR');
  set('[name=term][value="180"]', '');
  expect(details()).toContain('180 payments');
  set('#amount', '$100,000');
  expect(paymentText()).toBe('$926.44');
});

test('the field and the slider stay in sync', () => {
  startCalculator();
  const [field, slider] = ['#amount', '#slider'].map((one) =>
    document.querySelector<HTMLInputElement>(one),
  );
  set('#slider', '42500');
  expect(field?.value).toBe('42,500');
  set('#amount', '9000');
  expect(slider?.value).toBe('9000');
  field?.dispatchEvent(new Event('change'));
  expect(field?.value).toBe('9,000');
});

test('shows an error in place of the result for an amount that can’t be borrowed', () => {
  startCalculator();
  set('#amount', '999');
  expect(document.querySelector('#amount')?.getAttribute('aria-invalid')).toBe('true');
  expect(details()).toBe('Please enter an amount from $1,000 to $150,000.');
  set('#amount', '1000');
  expect(document.querySelector('#amount')?.getAttribute('aria-invalid')).toBe('false');
});

test('accepts amounts in any usual notation', () => {
  expect(
    ['15,000', '$ 15 000', '15000.50', '1e5', '-5000', '', '150001', 'abc'].map(readAmount),
  ).toEqual([15_000, 15_000, 15_000.5, null, null, null, null, null]);
});

test('the offers button opens the page, and is missing when it is hidden', () => {
  const offers = () => document.querySelector<HTMLAnchorElement>('a.button');
  expect(offers()?.href).toBe(page.offersUrl);
  expect(offers()?.textContent).toContain('See Your Personalized Offers');
  show({ offersUrl: null });
  expect(offers()).toBeNull();
});

test('escapes a name, and the border can be left out', () => {
  expect(document.querySelectorAll('script:not([type]):not([src])')).toHaveLength(0);
  expect(document.title).toBe(`Monthly payment calculator | ${page.companyName}`);
  expect(document.querySelector('main')?.classList).toContain('line');
  show({ border: false });
  expect(document.querySelector('main')?.classList).not.toContain('line');
});

test('in Spanish, the page and the script’s texts are Spanish, with American money', () => {
  start('es');
  expect(document.documentElement.outerHTML).not.toMatch(/Loan|score|years|payments|interest/);
  expect(document.title).toMatch(/^Calculadora de pagos mensuales/);
  expect(paymentText()).toBe('$248.94');
  expect(details()).toBe(
    '84 pagos con una APR de 9.99%. Total: $20,911.08, de los cuales $5,911.08 son intereses.',
  );
  set('#amount', '999');
  expect(details()).toBe('Escriba un monto entre $1,000 y $150,000.');
  set('#slider', '42500');
  expect(document.querySelector<HTMLInputElement>('#amount')?.value).toBe('42,500');
});
