import { randomUUID } from 'node:crypto';
import { brandFromConfig } from '../../platform/brand.ts';
import type { Context } from '../../platform/context.ts';
import type { Checker, SetupSources } from '../../platform/setup.ts';

/** The steps E-mail and Text messages. */
export const messagingSteps = (context: Context): SetupSources => ({
  email: {
    state: async () => ({
      ...(await context.liveConfig.groupState('email')),
      testMode: isOutbox(context) ? ['E-mails are only shown here and aren’t delivered.'] : [],
    }),
    check: (by) => sendTestMail(context, by),
  },
  texts: {
    state: async () => {
      const { SMS_PROVIDER } = context.config;
      return {
        ...(await context.liveConfig.groupState('texts')),
        isStarted: SMS_PROVIDER !== 'none',
        testMode:
          SMS_PROVIDER === 'sandbox'
            ? ['Text messages are only shown here and aren’t delivered.']
            : [],
      };
    },
    check: (by) => sendTestText(context, by),
  },
});

const isOutbox = ({ config }: Context): boolean =>
  config.SMTP_URL === undefined && config.NODE_ENV !== 'production';

/** Milliseconds, below the time of a check. */
const timeLimits = {
  dnsTimeout: 3000,
  connectionTimeout: 5000,
  greetingTimeout: 5000,
  socketTimeout: 8000,
};

async function sendTestMail(context: Context, { name, email }: Checker): Promise<string> {
  const { config } = context;
  const { SMTP_URL, SMTP_TLS, mailFrom, publicUrl } = config;
  if (SMTP_URL === undefined) throw new Error('No mail server is set up, so nothing was sent.');
  // Its own connection, so that failures of other messages don't count.
  const { smtpTransport } = await import('../../platform/mail/smtp.ts');
  const transport = smtpTransport(SMTP_URL, SMTP_TLS, { timeLimits });
  const brand = brandFromConfig(config);
  const text = `This is a test message from ${brand.name} at ${publicUrl}. Your mail server works.`;
  try {
    const refused = await transport.send({
      messageId: `<${randomUUID()}@${mailFrom.address.split('@')[1] ?? 'localhost'}>`,
      from: mailFrom,
      to: [{ name, address: email }],
      bcc: [],
      subject: `Test message from ${brand.name}`,
      text,
      html: `<p>This is a test message. Your mail server works.</p>`,
      replyTo: null,
      automatic: true,
      unsubscribeUrl: null,
    });
    const [first] = refused;
    if (first !== undefined) throw new Error(`The mail server rejected ${email}: ${first.reason}`);
  } finally {
    transport.close();
  }
  return `The mail server accepted a test message to ${email}. Check that it arrived.`;
}

async function sendTestText(context: Context, { phone }: Checker): Promise<string> {
  const provider = context.texts();
  if (provider === null) throw new Error('No SMS provider is set up.');
  if (phone === undefined) throw new Error('Enter the phone number for the test message.');
  const { BRAND_NAME, publicUrl } = context.config;
  await provider.send({
    to: `+1${phone}`,
    body: `${BRAND_NAME}: this is a test message. Reply STOP to end.`,
    statusUrl: `${publicUrl}/api/v1/integrations/texts/0/0/status`,
    validSeconds: 600,
  });
  return `${provider.name === 'sandbox' ? 'The sandbox' : 'Twilio'} accepted a test message to the phone that ends in ${phone.slice(-4)}.`;
}
