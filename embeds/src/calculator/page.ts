import { creditBands } from '@lintel/contract/applications/constants';
import { mix, readableOn, textOn } from '@lintel/contract/core/color';
import { keysOf } from '@lintel/contract/core/map-values';
import {
  estimateLoan,
  loanAmount,
  loanTerms,
  startBand,
  startTerm,
} from '@lintel/contract/marketing/calculator';
import type { CalculatorPage, WidgetColors } from '@lintel/contract/marketing/embeds';
import { escapeHtml, inScript } from '../html.ts';
import css from './calculator.css?inline';
import { describe } from './words.ts';

/** The calculator's whole page: readable at once with its first result, alive with its script. */
export function renderCalculator(page: CalculatorPage): string {
  const { companyName, offersUrl, border, rates, script } = page;
  const first = describe(
    estimateLoan(loanAmount.start * 100, rates[startBand], startTerm),
    rates[startBand],
    startTerm,
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>Monthly payment calculator | ${escapeHtml(companyName)}</title><style>${colorsOf(page.colors)}${css}</style></head><body><main class="card${border ? ' line' : ''}">
<h1>Monthly payment calculator</h1>
<form>${amountField()}${bandField()}${termField()}</form>
<section class="result" aria-labelledby="result"><h2 id="result">Estimated monthly payment</h2>
<p id="payment">${first.payment}</p>
<p id="details">${first.details}</p>${offersUrl === null ? '' : offersButton(offersUrl)}
<p role="status" id="said" class="hidden"></p></section>
<p class="note">This is an estimate, not an offer of credit. Your rate and terms depend on the lender and on your credit.</p>
</main><script type="application/json" id="rates">${inScript(rates)}</script><script src="${escapeHtml(script)}"></script></body></html>`;
}

/** The scheme's colours, moved as little as is needed for everything to be readable. */
function colorsOf({ color1, color2, color3 }: WidgetColors): string {
  const panel = mix('#FFFFFF', color2, 0.06);
  return `:root{--button:${color1};--on-button:${textOn(color1, color3)};--strong:${readableOn(color2, panel)};--panel:${panel};--tint:${mix('#FFFFFF', color2, 0.14)}}`;
}

const whole = (amount: number): string => amount.toLocaleString('en-US');

const amountField = (): string => `<div class="field amount"><label for="amount">Loan amount</label>
<div class="money"><span aria-hidden="true">$</span><input id="amount" inputmode="numeric" autocomplete="off" value="${whole(loanAmount.start)}" aria-describedby="amount-help"></div>
<input type="range" id="slider" aria-label="Loan amount in dollars" min="${loanAmount.min}" max="${loanAmount.max}" step="${loanAmount.step}" value="${loanAmount.start}">
<p id="amount-help" class="help">From $${whole(loanAmount.min)} to $${whole(loanAmount.max)}</p></div>`;

const bandField = (): string => {
  const options = keysOf(creditBands)
    .map(
      (band) =>
        `<option value="${band}"${band === startBand ? ' selected' : ''}>${creditBands[band]}</option>`,
    )
    .join('');
  return `<div class="field"><label for="band">Credit score</label><select id="band">${options}</select></div>`;
};

const termField = (): string => {
  const choices = loanTerms
    .map(
      (months) =>
        `<label><input type="radio" name="term" value="${months}"${months === startTerm ? ' checked' : ''} aria-label="${months / 12} years"><span>${months / 12}</span></label>`,
    )
    .join('');
  return `<fieldset class="field"><legend>Term in years</legend><div class="terms">${choices}</div></fieldset>`;
};

const offersButton = (url: string): string =>
  `<a class="button" href="${escapeHtml(url)}" target="_blank" rel="noopener">See Your Personalized Offers<span class="hidden"> (opens in a new tab)</span></a>`;
