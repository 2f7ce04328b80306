import { isRecord } from '@lintel/contract/core/narrow';
import { fetchFrom } from '../../../platform/observe/tracing.ts';
import { ok, reasonOf, runbook, skipped, type Check, type Finding } from './check.ts';

/** Nothing leaves a restore rehearsal. */
const rehearsal = skipped('A restore rehearsal calls no other service.');

export const mail: Check = async ({ config }) => {
  const { SMTP_URL: url, SMTP_TLS: tls, RESTORE_REHEARSAL, NODE_ENV } = config;
  const advice = `Check SMTP_URL and SMTP_TLS, and the mail server. ${runbook('lintelmailwaits')}`;
  if (RESTORE_REHEARSAL === '1') return rehearsal;
  if (url === undefined)
    return NODE_ENV === 'production'
      ? { status: 'fail', found: 'No mail server is set up', advice }
      : skipped('No mail server is set up: messages are shown at /outbox.');
  const { verifySmtp } = await import('../../../platform/mail/smtp.ts');
  const { host, username } = new URL(url.replace(/^smtps?/, 'http'));
  try {
    await verifySmtp(url, tls);
    return ok(`${host} answers${username === '' ? '' : ' and accepts the user and password'}`);
  } catch (error) {
    return { status: 'fail', found: `${host} can't be used: ${reasonOf(error)}`, advice };
  }
};

/** A provider's response: the status, and the JSON body if it is an object. */
async function ask(peer: string, url: string, authorization: string, signal: AbortSignal) {
  const answer = await fetchFrom(peer, url, {
    headers: { authorization, accept: 'application/json' },
    redirect: 'error',
    signal,
  });
  const body: unknown = await answer.json().catch(() => null);
  return { status: answer.status, body: isRecord(body) ? body : {} };
}

export const texts: Check = async ({ config }, signal) => {
  const { SMS_PROVIDER, TWILIO_ACCOUNT_SID: sid, TWILIO_AUTH_TOKEN: token } = config;
  if (config.RESTORE_REHEARSAL === '1') return rehearsal;
  if (SMS_PROVIDER !== 'twilio' || !sid || !token)
    return skipped(
      SMS_PROVIDER === 'sandbox' ? 'Test mode: texts are only shown here.' : 'Texts are off.',
    );
  const advice = `Check TWILIO_ACCOUNT_SID and TWILIO_AUTH_TOKEN in the Twilio console. ${runbook('texts-arent-sent')}`;
  const api = (config.TWILIO_API_URL ?? 'https://api.twilio.com').replace(/\/+$/, '');
  const basic = `Basic ${Buffer.from(`${sid}:${token}`).toString('base64')}`;
  try {
    const { status, body } = await ask(
      'twilio',
      `${api}/2010-04-01/Accounts/${sid}.json`,
      basic,
      signal,
    );
    if (status !== 200)
      return { status: 'fail', found: `Twilio rejected the account (HTTP ${status})`, advice };
    if (body['status'] !== 'active')
      return { status: 'fail', found: 'The Twilio account is not active', advice };
    if (body['type'] === 'Trial')
      return {
        status: 'warn',
        found: 'The Twilio account is a trial account, which sends only to verified numbers',
        advice: 'Upgrade the account in the Twilio console.',
      };
    return ok('The Twilio account is active');
  } catch (error) {
    return { status: 'fail', found: `Twilio can't be reached: ${reasonOf(error)}`, advice };
  }
};

export const payments: Check = async ({ config }, signal) => {
  const { STRIPE_SECRET_KEY: key, NODE_ENV } = config;
  if (config.RESTORE_REHEARSAL === '1') return rehearsal;
  if (key === undefined) return skipped('Test mode: no money moves.');
  const advice = `Check the keys in Stripe's dashboard. ${runbook('payments-fail')}`;
  const api = (config.STRIPE_API_URL ?? 'https://api.stripe.com').replace(/\/+$/, '');
  try {
    const { status } = await ask('stripe', `${api}/v1/balance`, `Bearer ${key}`, signal);
    // A restricted key may lack this permission; only 401 means that it isn't valid.
    if (status !== 200 && status !== 403)
      return { status: 'fail', found: `Stripe rejected the secret key (HTTP ${status})`, advice };
    return modeOf(key, NODE_ENV === 'production');
  } catch (error) {
    return { status: 'fail', found: `Stripe can't be reached: ${reasonOf(error)}`, advice };
  }
};

function modeOf(key: string, isProduction: boolean): Finding {
  if (key.includes('_live_')) return ok('Stripe accepts the key, in live mode');
  if (!isProduction) return ok('Stripe accepts the key, in test mode');
  return {
    status: 'warn',
    found: 'Stripe accepts the key, but in test mode: no money moves',
    advice: 'Set the live keys before real people pay. See docs/reference/payments.md.',
  };
}
