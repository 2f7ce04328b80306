import * as m from '#messages';
import { creditBands, type CreditBand } from '@lintel/contract/applications/constants';
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
import { frameDocument } from '../document.ts';
import { escapeHtml, inScript } from '../html.ts';
import css from './calculator.css?inline';
import { describe, range, formatNumber } from './format.ts';

/**
 * The calculator's whole page: shows its first result at once, and becomes interactive with its
 * script.
 */
export function renderCalculator(page: CalculatorPage): string {
  const { companyName, offersUrl, border, rates, script } = page;
  const first = describe(
    estimateLoan(loanAmount.start * 100, rates[startBand], startTerm),
    rates[startBand],
    startTerm,
  );
  const body = `<main class="card${border ? ' line' : ''}">
<h1>${m.calculator_title()}</h1>
<form>${amountField()}${bandField()}${termField()}</form>
<section class="result" aria-labelledby="result"><h2 id="result">${m.calculator_result()}</h2>
<p id="payment">${first.payment}</p>
<p id="details">${first.details}</p>${offersUrl === null ? '' : offersButton(offersUrl)}
<p role="status" id="said" class="hidden"></p></section>
<p class="note">${m.calculator_note()}</p>
</main><script type="application/json" id="rates">${inScript(rates)}</script><script src="${escapeHtml(script)}"></script>`;
  const title = `${m.calculator_title()} | ${companyName}`;
  return frameDocument({ title, css: colorVariables(page.colors) + css, body });
}

const bandNames: Record<CreditBand, () => string> = {
  excellent: m.band_excellent,
  good: m.band_good,
  fair: m.band_fair,
  limited: m.band_limited,
  poor: m.band_poor,
};

/** The scheme's colors, adjusted just enough for all text to be readable. */
function colorVariables({ color1, color2, color3 }: WidgetColors): string {
  const panel = mix('#FFFFFF', color2, 0.06);
  return `:root{--button:${color1};--on-button:${textOn(color1, color3)};--strong:${readableOn(color2, panel)};--panel:${panel};--tint:${mix('#FFFFFF', color2, 0.14)}}`;
}

const amountField =
  (): string => `<div class="field amount"><label for="amount">${m.calculator_amount()}</label>
<div class="money"><span aria-hidden="true">$</span><input id="amount" inputmode="numeric" autocomplete="off" value="${formatNumber(loanAmount.start)}" aria-describedby="amount-help"></div>
<input type="range" id="slider" aria-label="${m.calculator_amount_slider()}" min="${loanAmount.min}" max="${loanAmount.max}" step="${loanAmount.step}" value="${loanAmount.start}">
<p id="amount-help" class="help">${m.calculator_amount_range(range())}</p></div>`;

const bandField = (): string => {
  const options = keysOf(creditBands)
    .map(
      (band) =>
        `<option value="${band}"${band === startBand ? ' selected' : ''}>${bandNames[band]()}</option>`,
    )
    .join('');
  return `<div class="field"><label for="band">${m.calculator_band()}</label><select id="band">${options}</select></div>`;
};

const termField = (): string => {
  const choices = loanTerms
    .map(
      (months) =>
        `<label><input type="radio" name="term" value="${months}"${months === startTerm ? ' checked' : ''} aria-label="${m.calculator_years({ years: months / 12 })}"><span>${months / 12}</span></label>`,
    )
    .join('');
  return `<fieldset class="field"><legend>${m.calculator_term()}</legend><div class="terms">${choices}</div></fieldset>`;
};

const offersButton = (url: string): string =>
  `<a class="button" href="${escapeHtml(url)}" target="_blank" rel="noopener">${m.calculator_offers()}<span class="hidden"> ${m.new_tab()}</span></a>`;
