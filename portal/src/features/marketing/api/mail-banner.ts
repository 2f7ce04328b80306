import type { mailBanner } from '@lintel/contract/marketing-widgets';
import { call } from '../../../lib/api/call.ts';
import type { BannerOptions } from './get-banner-code.ts';
import { widgetCall } from './widget-code.ts';

const mail = call<typeof mailBanner>(
  { method: 'POST', path: '/widgets/banner/{id}/mail', encoding: 'multipart' },
  widgetCall,
);

/** E-mails a banner's code. */
export const mailBannerCode = (id: number, options: BannerOptions, email: string) =>
  mail({ params: { id }, body: { ...options, email } });
