import type { calculatorCode } from '@lintel/contract/marketing-widgets';
import { call } from '../../../lib/api/call.ts';
import {
  coBrandedColorsOf,
  codeQuery,
  joined,
  widgetCall,
  type SchemeOptions,
} from './widget-code.ts';

const getCode = call<typeof calculatorCode>(
  { method: 'GET', path: '/widgets/payment-calculator/{pageId}' },
  widgetCall,
);

export interface CalculatorOptions extends SchemeOptions {
  /** `1` with a border, `0` without. */
  border: '0' | '1';
}

/** The calculator's code for a page. */
export const calculatorQuery = (pageId: number, options: CalculatorOptions) =>
  codeQuery(['calculator', pageId, options], async (sending) => {
    const { scheme, ...others } = options;
    const { html, script } = await getCode(
      { params: { pageId }, query: { ...others, pageId, ...coBrandedColorsOf(scheme) } },
      sending,
    );
    const code = joined(html, script);
    return { code, preview: code };
  });
