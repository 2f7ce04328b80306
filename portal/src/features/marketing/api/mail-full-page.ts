import type { mailFullPage } from '@lintel/contract/marketing-widgets';
import { call } from '../../../lib/api/call.ts';
import { coBrandedColorsOf, widgetCall, type SchemeOptions } from './widget-code.ts';

const mail = call<typeof mailFullPage>(
  { method: 'POST', path: '/widgets/full-page/{pageId}/mail', encoding: 'multipart' },
  widgetCall,
);

/** E-mails the full page widget's code. This call takes the colours raw. */
export const mailFullPageCode = (
  pageId: number,
  { scheme, ...options }: SchemeOptions,
  email: string,
) => mail({ params: { pageId }, body: { ...options, ...coBrandedColorsOf(scheme, '#'), email } });
