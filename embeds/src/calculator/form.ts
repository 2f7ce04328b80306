import type { CreditBand } from '@lintel/contract/applications/constants';
import {
  estimateLoan,
  loanAmount,
  type CalculatorRates,
} from '@lintel/contract/marketing/calculator';
import { describe } from './words.ts';

const byId = (id: string): HTMLElement => document.getElementById(id) as HTMLElement;
const input = (id: string): HTMLInputElement => byId(id) as HTMLInputElement;

/** The dollars that were typed, or null when they are no amount that can be borrowed. */
export function readAmount(text: string): number | null {
  const digits = text.replace(/[$,\s]/g, '');
  const amount = /^\d+(\.\d{0,2})?$/.test(digits) ? Number(digits) : 0;
  return amount >= loanAmount.min && amount <= loanAmount.max ? amount : null;
}

/**
 * Milliseconds after the last change until a screen reader is told: a slider changes many times on
 * its way.
 */
const quietFor = 600;

/** Brings the calculator's page to life. */
export function startCalculator(): void {
  const rates = JSON.parse(byId('rates').textContent) as CalculatorRates;
  const [amount, slider] = [input('amount'), input('slider')];
  const form = document.querySelector('form') as HTMLFormElement;
  let quiet: number | undefined;

  const update = (): void => {
    const dollars = readAmount(amount.value);
    amount.setAttribute('aria-invalid', String(dollars === null));
    const months = Number(new FormData(form).get('term'));
    const rate = rates[input('band').value as CreditBand];
    const words =
      dollars === null
        ? {
            payment: '$ –',
            details: `Please enter an amount ${byId('amount-help').textContent.replace('From', 'from')}.`,
          }
        : describe(estimateLoan(Math.round(dollars * 100), rate, months), rate, months);
    byId('payment').textContent = words.payment;
    byId('details').textContent = words.details;
    clearTimeout(quiet);
    quiet = window.setTimeout(
      () => (byId('said').textContent = `${words.payment} a month. ${words.details}`),
      quietFor,
    );
  };

  slider.addEventListener(
    'input',
    () => (amount.value = Number(slider.value).toLocaleString('en-US')),
  );
  amount.addEventListener(
    'input',
    () => (slider.value = String(readAmount(amount.value) ?? slider.value)),
  );
  amount.addEventListener('change', () => {
    const dollars = readAmount(amount.value);
    if (dollars !== null) amount.value = dollars.toLocaleString('en-US');
  });
  form.addEventListener('input', update);
  form.addEventListener('submit', (event) => event.preventDefault());
  // A browser may have kept what was typed before a reload.
  update();
  clearTimeout(quiet);
}
