import type { mailReal } from '@lintel/contract/marketing-widgets';
import { call } from '../../../lib/api/call.ts';
import { buttonLook } from './get-real-code.ts';
import { colorsOf, widgetCall, type SchemeOptions } from './widget-code.ts';

const mail = call<typeof mailReal>(
  { method: 'POST', path: '/widgets/real/{pageId}/mail', encoding: 'multipart' },
  widgetCall,
);

/** E-mails the apply-now button's code. This call takes the colours raw. */
export const mailRealCode = (
  pageId: number,
  { scheme, ...options }: SchemeOptions,
  email: string,
) =>
  mail({
    params: { pageId },
    body: { ...options, ...buttonLook, ...colorsOf(scheme, '#'), email },
  });
