import type { Config } from '../../../platform/config.ts';
import type { TextProvider } from './provider.ts';
import { sandboxTexts } from './sandbox.ts';
import { twilioTexts } from './twilio.ts';

/** The configured SMS provider; null when SMS is off. */
export function openTexts(config: Config): TextProvider | null {
  const {
    SMS_PROVIDER,
    TWILIO_ACCOUNT_SID: accountSid,
    TWILIO_AUTH_TOKEN: authToken,
    TWILIO_FROM: from,
    TWILIO_API_URL: apiUrl,
  } = config;
  if (SMS_PROVIDER === 'sandbox') return sandboxTexts;
  if (SMS_PROVIDER !== 'twilio' || !accountSid || !authToken || !from) return null;
  return twilioTexts({ accountSid, authToken, from, apiUrl });
}
