import { z } from 'zod';
import { defaultBrand, defaultSite, defaultTimeZone } from '@lintel/contract/brand';
import { mapValues } from '@lintel/contract/core/map-values';
import {
  parseMailbox,
  providerSettings,
  type SettingGroup,
  type SettingName,
} from '@lintel/contract/setup/settings';
import { defaultVideoMegabytes } from '@lintel/contract/training/constants';
import { trustedProxies } from './http/caller-address.ts';

const optionalUrl = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address' })
  .optional();
const port = z.coerce
  .number<string>('must be a port number')
  .int('must be a port number')
  .min(0)
  .max(65535);

/** The rules of the settings that the portal can change, too. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- mapValues keeps each name, but not its own type
const shared = mapValues(providerSettings, ({ rule }) => rule.optional()) as {
  [Name in SettingName]: z.ZodOptional<(typeof providerSettings)[Name]['rule']>;
};

/** Settings by environment variable. An empty value counts as not set. */
const environment = z.object({
  ...shared,
  BUSINESS_TIME_ZONE: providerSettings.BUSINESS_TIME_ZONE.rule.default(defaultTimeZone),
  NACHA_DESCRIPTION: providerSettings.NACHA_DESCRIPTION.rule.default('COMMISSION'),
  MAIL_FROM: providerSettings.MAIL_FROM.rule.default('Lintel <no-reply@lintel.example>'),
  BRAND_NAME: providerSettings.BRAND_NAME.rule.default(defaultBrand.name),
  BRAND_PHONE: providerSettings.BRAND_PHONE.rule.default(defaultBrand.phone),
  BRAND_SUPPORT_EMAIL: providerSettings.BRAND_SUPPORT_EMAIL.rule.default(defaultBrand.supportEmail),
  BRAND_PRIMARY_COLOR: providerSettings.BRAND_PRIMARY_COLOR.rule.default(defaultBrand.primaryColor),
  BRAND_ACCENT_COLOR: providerSettings.BRAND_ACCENT_COLOR.rule.default(defaultBrand.accentColor),
  BRAND_SITE_URL: providerSettings.BRAND_SITE_URL.rule.default(defaultSite),
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  HOST: z.string().default('127.0.0.1'),
  PORT: port.default(3000),
  PUBLIC_URL: optionalUrl,
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: 'must start with postgres://' })
    .optional(),
  DATABASE_DIRECT_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: 'must start with postgres://' })
    .optional(),
  DATABASE_REPLICA_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: 'must start with postgres://' })
    .optional(),
  DEMO: z.enum(['0', '1'], 'must be 0 or 1').optional(),
  RESTORE_REHEARSAL: z.enum(['0', '1'], 'must be 0 or 1').default('0'),
  TAKE_OVER_DATABASE: z
    .string()
    .regex(/^[0-9a-f]{12}$/, "must be the code from the refused start's message")
    .optional(),
  ROLE: z.enum(['web', 'worker', 'all'], 'must be web, worker or all').default('all'),
  TRUST_PROXY: z
    .string()
    .refine(
      (text) => trustedProxies(text) !== null,
      'must be the number of proxies, or a list of their addresses such as 10.0.0.0/8, loopback',
    )
    .default('0'),
  METRICS_PORT: port.optional(),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  TRAINING_VIDEO_MAX_MB: z.coerce
    .number<string>('must be a number of megabytes')
    .int('must be a number of megabytes')
    .min(1)
    .max(2000)
    .default(defaultVideoMegabytes),
  DRAIN_SECONDS: z.coerce.number<string>('must be a number of seconds').min(0).max(300).default(0),
  S3_BUCKET: z.string().optional(),
  S3_ENDPOINT: optionalUrl,
  S3_REGION: z.string().default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  S3_PATH_STYLE: z.enum(['0', '1'], 'must be 0 or 1').default('0'),
  OTEL_EXPORTER_OTLP_ENDPOINT: optionalUrl,
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .regex(
      /^[\w-]+=[^,%]*(%[0-9a-fA-F]{2}[^,%]*)*(,\s*[\w-]+=[^,%]*(%[0-9a-fA-F]{2}[^,%]*)*)*$/,
      'must be a list such as name=value,name=value',
    )
    .optional(),
  OTEL_SERVICE_NAME: z.string().max(100).default('lintel'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number<string>('must be a fraction between 0 and 1')
    .min(0, 'must be a fraction between 0 and 1')
    .max(1, 'must be a fraction between 0 and 1')
    .default(1),
  TRUST_TRACEPARENT: z.enum(['0', '1'], 'must be 0 or 1').default('0'),
  SLOW_STATEMENT_MS: z.coerce
    .number<string>('must be a number of milliseconds')
    .min(0, 'must be a number of milliseconds')
    .default(500),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
  ENCRYPTION_KEY: z
    .string()
    .regex(/^[0-9a-fA-F]{64}$/, 'must be 32 bytes as 64 hexadecimal digits')
    .optional(),
  LENDER_WEBHOOK_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  /** Accepted, and signed with, while the other side still has the previous secret. */
  MAIL_WEBHOOK_SECRET_PREVIOUS: providerSettings.MAIL_WEBHOOK_SECRET.rule.optional(),
  CRM_SECRET_PREVIOUS: providerSettings.CRM_SECRET.rule.optional(),
  LENDER_NETWORK: z
    .enum(['sandbox', 'webhook', 'none'], 'must be sandbox, webhook, or none')
    .optional(),
  LENDER_URL: optionalUrl,
  STRIPE_API_URL: optionalUrl,
  W9_FORM_PDF: z.string().optional(),
  W9_FORM_MAP: z.string().optional(),
  PWNED_PASSWORDS_URL: optionalUrl,
  TWILIO_API_URL: optionalUrl,
  VAPID_PRIVATE_KEY: z
    .string()
    .regex(/^[A-Za-z0-9_-]{43}$/, 'must be a 43-character key generated by web-push')
    .optional(),
  VAPID_PUBLIC_KEY: z
    .string()
    .regex(/^[A-Za-z0-9_-]{87}$/, 'must be an 87-character key generated by web-push')
    .optional(),
  VAPID_SUBJECT: z
    .string()
    .regex(/^(mailto:\S+@\S+|https:\/\/\S+)$/, 'must start with mailto: or https://')
    .optional(),
  PUSH_SERVICES: z
    .string()
    .regex(
      /^[a-z0-9.*-]+(\s*,\s*[a-z0-9.*-]+)*$/,
      'must be a list of hosts such as push.example.com',
    )
    .optional(),
  SERVICE_WORKER: z.enum(['on', 'off'], 'must be on or off').default('on'),
  ALLOW_INTERNAL_LENDERS: z.enum(['0', '1'], 'must be 0 or 1').optional(),
  CHROMIUM_PATH: z.string().optional(),
  BRAND_ICON_FILE: z.string().optional(),
  GIT_COMMIT: z
    .string()
    .regex(/^[0-9a-f]{7,40}$/, 'must be a commit of 7 to 40 hexadecimal digits')
    .optional(),
});

type Settings = z.output<typeof environment>;

/** The names of all settings. */
export const settingNames: readonly string[] = Object.keys(environment.shape);

export type Config = ReturnType<typeof readConfig>;

type Values = Readonly<Record<string, string | undefined>>;

/** Values that are invalid, with the problem of each by its name. */
export class WrongSettings extends Error {
  override readonly name = 'WrongSettings';
  readonly problems: Readonly<Record<string, string>>;

  constructor(message: string, problems: Readonly<Record<string, string>>) {
    super(`Invalid setting: ${message}`);
    this.problems = problems;
  }
}

const givenIn = (values: Values): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  );

/**
 * Validates the settings: defaults, then values from the portal, then environment variables, which
 * win. Throws `WrongSettings`, whose one-line message names every invalid setting.
 */
export function readConfig(env: Values, portal: Values = {}) {
  const given = { ...givenIn(portal), ...givenIn(env) };
  const parsed = environment.safeParse(given);
  if (!parsed.success) {
    const wrong = parsed.error.issues.map(
      ({ path, message }) => [path.join('.'), message] as const,
    );
    const message = wrong.map(([name, problem]) => `${name} ${problem}`).join('; ');
    throw new WrongSettings(message, Object.fromEntries(wrong));
  }
  const settings = parsed.data;
  const conflict = findConflict(settings);
  if (conflict !== undefined) throw new WrongSettings(conflict, namedIn(conflict));
  const { name, address } = parseMailbox(settings.MAIL_FROM);
  const publicUrl = (settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`).replace(
    /\/+$/,
    '',
  );
  const isProduction = settings.NODE_ENV === 'production';
  const missing = missingFrom(settings, { given, env: givenIn(env) });
  return {
    ...settings,
    ...sandboxBank(settings),
    DEMO: settings.DEMO ?? (isProduction ? '0' : '1'),
    LENDER_NETWORK: settings.LENDER_NETWORK ?? (isProduction ? 'none' : 'sandbox'),
    SMS_PROVIDER: settings.SMS_PROVIDER ?? (isProduction ? 'none' : 'sandbox'),
    ALLOW_INTERNAL_LENDERS: settings.ALLOW_INTERNAL_LENDERS ?? (isProduction ? '0' : '1'),
    publicUrl,
    /** Where staff view a lead, with an `{id}` placeholder: in their CRM, or in this product. */
    crmLeadUrl: settings.CRM_LEAD_URL ?? `${publicUrl}/manage/leads/{id}`,
    /** The sender of messages; the name defaults to the brand's. */
    mailFrom: { name: name || settings.BRAND_NAME, address },
    /** What is needed before the public may use a production install. */
    missing,
    /** Whether the public may sign up and apply. In production, someone decides that. */
    isOpen: !isProduction || missing.length === 0,
  };
}

/** The settings that a message names, each with the message. */
const namedIn = (message: string): Record<string, string> =>
  Object.fromEntries(
    settingNames
      .filter((name) => new RegExp(`\\b${name}\\b`).test(message))
      .map((name) => [name, message]),
  );

/** Placeholders in bank files until the bank's values are set. */
const sandboxBank = (settings: Settings) => ({
  NACHA_DESTINATION: settings.NACHA_DESTINATION ?? '999999992',
  NACHA_DESTINATION_NAME: settings.NACHA_DESTINATION_NAME ?? 'Sandbox Bank',
  NACHA_ORIGIN: settings.NACHA_ORIGIN ?? '9000000000',
  NACHA_COMPANY_ID: settings.NACHA_COMPANY_ID ?? '9000000000',
});

const bankSettings = [
  'NACHA_DESTINATION',
  'NACHA_DESTINATION_NAME',
  'NACHA_ORIGIN',
  'NACHA_COMPANY_ID',
] as const;

/** Settings that are valid individually but conflict. */
const findConflict = (settings: Settings): string | undefined =>
  findPaymentsConflict(settings) ??
  findPartsConflict(settings) ??
  (settings.NODE_ENV === 'production' ? findProductionConflict(settings) : undefined);

function findPaymentsConflict(settings: Settings): string | undefined {
  const { STRIPE_SECRET_KEY: secret, STRIPE_PUBLISHABLE_KEY: publishable } = settings;
  const stripeKeyCount = [secret, publishable, settings.STRIPE_WEBHOOK_SECRET].filter(
    (key) => key !== undefined,
  ).length;
  if (stripeKeyCount % 3 !== 0)
    return 'STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, and STRIPE_WEBHOOK_SECRET must be set together';
  if (secret?.includes('_live_') !== publishable?.includes('_live_'))
    return 'STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY must both be live keys or both be test keys';
  if (settings.PAYMENTS === 'stripe' && secret === undefined)
    return 'PAYMENTS=stripe requires all three Stripe keys';
  if (settings.PAYMENTS === 'sandbox' && isLive(settings))
    return "PAYMENTS=sandbox can't be combined with live Stripe keys: remove one or the other";
  return undefined;
}

const isLive = ({ STRIPE_SECRET_KEY: secret }: Settings): boolean =>
  secret?.includes('_live_') === true;

function findPartsConflict(settings: Settings): string | undefined {
  if (
    settings.LENDER_NETWORK === 'webhook' &&
    (!settings.LENDER_URL || !settings.LENDER_WEBHOOK_SECRET)
  )
    return 'LENDER_NETWORK=webhook requires LENDER_URL and LENDER_WEBHOOK_SECRET';
  if (
    settings.SMS_PROVIDER === 'twilio' &&
    !(settings.TWILIO_ACCOUNT_SID && settings.TWILIO_AUTH_TOKEN && settings.TWILIO_FROM)
  )
    return 'SMS_PROVIDER=twilio requires TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN, and TWILIO_FROM';
  if (
    settings.NACHA_BANK === 'sandbox' &&
    bankSettings.some((name) => settings[name] !== undefined)
  )
    return `NACHA_BANK=sandbox can't be combined with settings for a real bank: remove ${bankSettings.join(', ')}, or NACHA_BANK`;
  if ((settings.VAPID_PRIVATE_KEY === undefined) !== (settings.VAPID_PUBLIC_KEY === undefined))
    return 'VAPID_PRIVATE_KEY and VAPID_PUBLIC_KEY must be set together';
  if ((settings.CRM_URL === undefined) !== (settings.CRM_SECRET === undefined))
    return 'CRM_URL and CRM_SECRET must be set together';
  if ((settings.S3_ACCESS_KEY_ID === undefined) !== (settings.S3_SECRET_ACCESS_KEY === undefined))
    return 'S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set together';
  if (
    settings.S3_BUCKET === undefined &&
    (settings.S3_ENDPOINT ?? settings.S3_ACCESS_KEY_ID) !== undefined
  )
    return 'S3_BUCKET is required with the other S3 settings';
  if (settings.DATABASE_DIRECT_URL !== undefined && settings.DATABASE_URL === undefined)
    return 'DATABASE_DIRECT_URL requires DATABASE_URL, the address of the pooler';
  const { DATABASE_REPLICA_URL: replica } = settings;
  if (replica !== undefined && settings.DATABASE_URL === undefined)
    return 'DATABASE_REPLICA_URL requires DATABASE_URL, the address of its primary server';
  if (
    replica !== undefined &&
    [settings.DATABASE_URL, settings.DATABASE_DIRECT_URL].includes(replica)
  )
    return 'DATABASE_REPLICA_URL must differ from DATABASE_URL and DATABASE_DIRECT_URL';
  if (settings.ROLE !== 'all' && settings.DATABASE_URL === undefined)
    return 'DATABASE_URL is required with ROLE=web and ROLE=worker, so that both use the same data';
  if (settings.RESTORE_REHEARSAL === '1' && settings.ROLE === 'worker')
    return "RESTORE_REHEARSAL=1 can't be combined with ROLE=worker: jobs wait during a rehearsal";
  if (settings.METRICS_PORT === settings.PORT && settings.PORT !== 0)
    return 'METRICS_PORT must differ from PORT';
  return undefined;
}

/** Everything that keeps production from starting, in one line. */
function findProductionConflict(settings: Settings): string | undefined {
  const problems = [
    [
      settings.DEMO === '1',
      'DEMO=1 is not allowed in production: the password of the demo accounts is public',
    ],
    [
      !settings.PUBLIC_URL?.startsWith('https://'),
      'PUBLIC_URL is required in production and must start with https://',
    ],
    [
      !settings.ENCRYPTION_KEY && settings.DATABASE_URL !== undefined,
      'ENCRYPTION_KEY is required in production with DATABASE_URL',
    ],
    [
      settings.SMS_PROVIDER === 'sandbox',
      "SMS_PROVIDER=sandbox doesn't send texts: set it to twilio or none",
    ],
  ] as const;
  const messages = problems.flatMap(([isProblem, problem]) => (isProblem ? [problem] : []));
  return messages.length === 0 ? undefined : messages.join('; ');
}

/** What an install still needs before real people may use it. */
export interface MissingSetting {
  group: SettingGroup;
  names: readonly SettingName[];
  /** What to do, in one sentence. */
  problem: string;
}

/** The provider's identity: without these, people would see placeholder names and addresses. */
const identity = [
  ['BRAND_NAME', 'the name people know you by'],
  ['BRAND_SUPPORT_EMAIL', 'the e-mail address for support'],
  ['BRAND_PHONE', 'the phone number for support'],
  ['MAIL_FROM', 'the sender of your e-mails'],
] as const;

/**
 * What is missing. Nothing simulated may serve real people unless an environment variable
 * explicitly allows it: the portal's test modes are for trying things out before the public comes.
 */
function missingFrom(
  settings: Settings,
  { given, env }: { given: Values; env: Values },
): MissingSetting[] {
  const ofProvider = identity
    .filter(([name]) => !given[name] || settings[name].includes('lintel.example'))
    .map(([name, what]) => ({
      group: providerSettings[name].group,
      names: [name],
      problem: `${providerSettings[name].label} is needed: ${what}.`,
    }));
  const missing: MissingSetting[] = [...ofProvider];
  if (!settings.SMTP_URL)
    missing.push({
      group: 'email',
      names: ['SMTP_URL'],
      problem: 'A mail server is needed, so that e-mails are delivered.',
    });
  if (env['PAYMENTS'] !== 'sandbox' && !isLive(settings))
    missing.push({
      group: 'payments',
      names: ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'],
      problem:
        'Real payments need live Stripe keys. To let people pay with test numbers, set PAYMENTS=sandbox in the environment.',
    });
  if (env['NACHA_BANK'] !== 'sandbox' && bankSettings.some((name) => settings[name] === undefined))
    missing.push({
      group: 'bank',
      names: bankSettings.filter((name) => settings[name] === undefined),
      problem:
        'Payout files need the values of your bank. If no bank takes them, set NACHA_BANK=sandbox in the environment.',
    });
  return missing;
}
