import * as m from '#messages';
import { keysOf } from '@lintel/contract/core/map-values';
import { readHundredths } from '@lintel/contract/core/numbers';
import { isOneOf } from '@lintel/contract/core/narrow';
import {
  estimateLoan,
  loanAmount,
  type CalculatorRates,
} from '@lintel/contract/marketing/calculator';
import { describe, range, formatNumber } from './format.ts';

/** A required element of the page. */
function find<Kind extends HTMLElement>(selector: string, kind: new () => Kind): Kind {
  const found = document.querySelector(selector);
  if (!(found instanceof kind)) throw new Error(`No ${selector}`);
  return found;
}
const byId = (id: string): HTMLElement => find(`#${id}`, HTMLElement);
const input = (id: string): HTMLInputElement => find(`#${id}`, HTMLInputElement);

/** The typed dollars, or null when they aren't a valid loan amount. */
export function readAmount(text: string): number | null {
  const amount = (readHundredths(text) ?? 0) / 100;
  return amount >= loanAmount.min && amount <= loanAmount.max ? amount : null;
}

/**
 * Milliseconds after the last change before screen readers announce the result: a slider changes
 * many times while it moves.
 */
const quietFor = 600;

/** Starts the calculator's page. */
export function startCalculator(): void {
  const rates: CalculatorRates = JSON.parse(byId('rates').textContent);
  const [amount, slider] = [input('amount'), input('slider')];
  const form = find('form', HTMLFormElement);
  let quiet: number | undefined;

  const update = (): void => {
    const dollars = readAmount(amount.value);
    amount.setAttribute('aria-invalid', String(dollars === null));
    const months = Number(new FormData(form).get('term'));
    const band = find('#band', HTMLSelectElement).value;
    if (!isOneOf(keysOf(rates), band)) return;
    const rate = rates[band];
    const words =
      dollars === null
        ? { payment: '$ –', details: m.calculator_amount_wrong(range()) }
        : describe(estimateLoan(Math.round(dollars * 100), rate, months), rate, months);
    byId('payment').textContent = words.payment;
    byId('details').textContent = words.details;
    clearTimeout(quiet);
    quiet = window.setTimeout(
      () => (byId('said').textContent = m.calculator_said(words)),
      quietFor,
    );
  };

  slider.addEventListener('input', () => (amount.value = formatNumber(Number(slider.value))));
  amount.addEventListener(
    'input',
    () => (slider.value = String(readAmount(amount.value) ?? slider.value)),
  );
  amount.addEventListener('change', () => {
    const dollars = readAmount(amount.value);
    if (dollars !== null) amount.value = formatNumber(dollars);
  });
  form.addEventListener('input', update);
  form.addEventListener('submit', (event) => event.preventDefault());
  // Browsers may restore typed values after a reload.
  update();
  clearTimeout(quiet);
}
