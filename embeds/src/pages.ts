import type { CalculatorPage, CalmPage } from '@lintel/contract/marketing/embeds';
import { overwriteGetLocale } from '../dist/messages/runtime.js';
import { renderCalculator as drawCalculator } from './calculator/page.ts';
import { renderCalm as drawCalm } from './calm-page.ts';
import { inLanguage, language } from './language.ts';

overwriteGetLocale(language);

/** The frames' pages, rendered by the server. */
export const renderCalculator = (page: CalculatorPage): string =>
  inLanguage(page.language, () => drawCalculator(page));

export const renderCalm = (page: CalmPage): string =>
  inLanguage(page.language, () => drawCalm(page));
