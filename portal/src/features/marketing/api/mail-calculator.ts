import type { mailCalculator } from '@lintel/contract/marketing-widgets';
import { call } from '../../../lib/api/call.ts';
import type { CalculatorOptions } from './get-calculator-code.ts';
import { coBrandedColorsOf, widgetCall } from './widget-code.ts';

const mail = call<typeof mailCalculator>(
  { method: 'POST', path: '/widgets/payment-calculator/{pageId}/mail', encoding: 'multipart' },
  widgetCall,
);

/** E-mails the calculator's code. */
export const mailCalculatorCode = (
  pageId: number,
  { scheme, ...options }: CalculatorOptions,
  email: string,
) => mail({ params: { pageId }, body: { ...options, ...coBrandedColorsOf(scheme), email } });
