import { z } from 'zod';
import { keysOf, nonEmpty } from '../core/map-values.ts';
import { isRoutingNumber } from '../payouts/numbers.ts';

/**
 * The settings that a provider can change in the portal. Each is also an environment variable,
 * which wins. Infrastructure (database, ports, keys, storage) has only environment variables.
 */

export const settingGroups = {
  brand: 'Brand',
  email: 'E-mail',
  texts: 'Text messages',
  payments: 'Payments',
  bank: 'Bank',
  business: 'Business',
  crm: 'CRM',
} as const;
export type SettingGroup = keyof typeof settingGroups;
export const settingGroupNames = nonEmpty(keysOf(settingGroups));

interface ProviderSetting {
  group: SettingGroup;
  label: string;
  /** What to enter, and where to find it. */
  hint?: string;
  /** Stored encrypted, and never shown again. */
  secret?: true;
  /** Its last four characters identify it without revealing it. */
  showsLastFour?: true;
  /** The allowed values with their labels. */
  choices?: Readonly<Record<string, string>>;
  rule: z.ZodType<string, string>;
}

const webUrl = z.url({ protocol: /^https?$/, error: 'must be an http or https address' });
const color = z.string().regex(/^#[0-9a-fA-F]{6}$/, 'must look like #1C418C');

/** `Name <address>` or an address alone. */
const mailbox = /^(?:([^<>"\r\n]*)<([^<>\s]+)>|([^<>\s]+))$/;

/** The parts of a sender; empty for anything else. */
export function parseMailbox(text: string): { name: string; address: string } {
  const [, name = '', named, bare] = mailbox.exec(text.trim()) ?? [];
  return { name: name.trim(), address: named ?? bare ?? '' };
}

/** The sender id that a bank assigns for files. */
const nachaId = z.string().regex(/^[0-9A-Za-z]{9,10}$/, 'must have 9 or 10 digits or letters');

const sharedSecret = z.string().min(32, 'must have at least 32 characters').max(500);

export const providerSettings = {
  BRAND_NAME: {
    group: 'brand',
    label: 'Name',
    hint: 'The name that people know you by.',
    rule: z.string().max(60, 'must have at most 60 characters'),
  },
  BRAND_SUPPORT_EMAIL: {
    group: 'brand',
    label: 'Support e-mail',
    rule: z.email('must be an e-mail address'),
  },
  BRAND_PHONE: {
    group: 'brand',
    label: 'Support phone',
    rule: z.string().max(30, 'must have at most 30 characters'),
  },
  BRAND_SITE_URL: {
    group: 'brand',
    label: 'Website',
    hint: 'Links to your marketing pages start with this address.',
    rule: webUrl,
  },
  BRAND_LOGO_URL: {
    group: 'brand',
    label: 'Logo address',
    hint: 'The web address of an image. Without one, your name and a built-in mark are shown.',
    rule: webUrl,
  },
  BRAND_PRIMARY_COLOR: { group: 'brand', label: 'Primary color', rule: color },
  BRAND_ACCENT_COLOR: { group: 'brand', label: 'Accent color', rule: color },
  MAIL_FROM: {
    group: 'email',
    label: 'Sender',
    hint: 'For example: HomeFund <mail@homefund.com>',
    rule: z
      .string()
      .refine(
        (text) => z.email().safeParse(parseMailbox(text).address).success,
        'must be an e-mail address, or Name <address>',
      ),
  },
  SMTP_URL: {
    group: 'email',
    label: 'Mail server',
    hint: 'smtps://user:password@mail.example.com:465, or smtp:// for STARTTLS.',
    secret: true,
    rule: z
      .url({ protocol: /^smtps?$/, error: 'must start with smtp:// or smtps://' })
      // A query would override SMTP_TLS and our limits.
      .refine((url) => !url.includes('?'), 'must not contain "?"; write it as %3F in the password'),
  },
  SMTP_TLS: {
    group: 'email',
    label: 'Encryption',
    choices: { required: 'Required', optional: 'Optional' },
    rule: z.enum(['required', 'optional'], 'must be required or optional'),
  },
  MAIL_WEBHOOK_SECRET: {
    group: 'email',
    label: 'Webhook secret for bounces',
    hint: 'Signs the reports of bounces and complaints from your mail service.',
    secret: true,
    rule: sharedSecret,
  },
  SMS_PROVIDER: {
    group: 'texts',
    label: 'SMS provider',
    choices: { none: 'None', twilio: 'Twilio', sandbox: 'Test mode: texts are only shown here' },
    rule: z.enum(['none', 'sandbox', 'twilio'], 'must be twilio, sandbox or none'),
  },
  TWILIO_ACCOUNT_SID: {
    group: 'texts',
    label: 'Twilio account SID',
    rule: z.string().regex(/^AC[0-9a-f]{32}$/, 'must be AC and 32 hexadecimal digits'),
  },
  TWILIO_AUTH_TOKEN: {
    group: 'texts',
    label: 'Twilio auth token',
    secret: true,
    rule: z.string().regex(/^[0-9a-f]{32}$/, 'must have 32 hexadecimal digits'),
  },
  TWILIO_FROM: {
    group: 'texts',
    label: 'Twilio sender',
    hint: 'A number such as +13035550110, a short code, or the id of a messaging service (MG...).',
    rule: z
      .string()
      .regex(
        /^(\+1\d{10}|\d{5,6}|MG[0-9a-f]{32})$/,
        'must be a number such as +13035550110, a short code, or the id of a messaging service (MG...)',
      ),
  },
  PAYMENTS: {
    group: 'payments',
    label: 'Payments',
    choices: { sandbox: 'Test mode: no money moves', stripe: 'Stripe' },
    rule: z.enum(['sandbox', 'stripe'], 'must be sandbox or stripe'),
  },
  STRIPE_SECRET_KEY: {
    group: 'payments',
    label: 'Stripe secret key',
    hint: 'Starts with sk_ or rk_.',
    secret: true,
    showsLastFour: true,
    rule: z.string().regex(/^[sr]k_\w+$/, 'must be a key that starts with sk_ or rk_'),
  },
  STRIPE_PUBLISHABLE_KEY: {
    group: 'payments',
    label: 'Stripe publishable key',
    hint: 'Starts with pk_.',
    rule: z.string().regex(/^pk_\w+$/, 'must be a key that starts with pk_'),
  },
  STRIPE_WEBHOOK_SECRET: {
    group: 'payments',
    label: 'Stripe webhook secret',
    hint: 'Starts with whsec_.',
    secret: true,
    rule: z.string().regex(/^whsec_\w+$/, 'must be a signing secret that starts with whsec_'),
  },
  NACHA_BANK: {
    group: 'bank',
    label: 'Payout files',
    choices: { sandbox: 'Test mode: no bank takes the files' },
    rule: z.enum(['sandbox'], 'must be sandbox or unset'),
  },
  NACHA_DESTINATION: {
    group: 'bank',
    label: 'Bank routing number',
    rule: z.string().refine(isRoutingNumber, 'must be the routing number of a bank'),
  },
  NACHA_DESTINATION_NAME: {
    group: 'bank',
    label: 'Bank name',
    rule: z.string().max(23, 'must have at most 23 characters'),
  },
  NACHA_ORIGIN: {
    group: 'bank',
    label: 'Immediate origin',
    hint: 'The sender id that the bank assigned to you.',
    rule: nachaId,
  },
  NACHA_ORIGIN_NAME: {
    group: 'bank',
    label: 'Sender name',
    hint: 'Your brand’s name if empty.',
    rule: z.string().max(23, 'must have at most 23 characters'),
  },
  NACHA_COMPANY_ID: {
    group: 'bank',
    label: 'Company id',
    hint: 'Often a 1 followed by your tax number.',
    rule: nachaId,
  },
  NACHA_COMPANY_NAME: {
    group: 'bank',
    label: 'Company name on statements',
    hint: 'Your brand’s name if empty.',
    rule: z.string().max(16, 'must have at most 16 characters'),
  },
  NACHA_DESCRIPTION: {
    group: 'bank',
    label: 'Description on statements',
    rule: z.string().max(10, 'must have at most 10 characters'),
  },
  BUSINESS_TIME_ZONE: {
    group: 'business',
    label: 'Time zone',
    hint: 'Days, months, and payout dates are counted in it. Set it before the first contractor signs up.',
    rule: z
      .string()
      .refine(
        (zone) => Intl.supportedValuesOf('timeZone').includes(zone),
        'must be a time zone such as America/New_York',
      ),
  },
  CRM_URL: {
    group: 'crm',
    label: 'CRM address',
    hint: 'New leads are sent there.',
    rule: webUrl,
  },
  CRM_SECRET: { group: 'crm', label: 'CRM signing secret', secret: true, rule: sharedSecret },
  CRM_LEAD_URL: {
    group: 'crm',
    label: 'Address of a lead in the CRM',
    hint: 'With {id} where the lead’s id goes.',
    rule: z
      .string()
      .regex(
        /^https?:\/\/\S*\{id\}\S*$/,
        'must be an http or https address with {id} where the lead’s id goes',
      ),
  },
} as const satisfies Record<string, ProviderSetting>;
export type SettingName = keyof typeof providerSettings;

export const settingNames = nonEmpty(keysOf(providerSettings));

/** A setting with all optional properties. */
export const providerSetting = (name: SettingName): ProviderSetting => providerSettings[name];

export const settingsIn = (group: SettingGroup): SettingName[] =>
  settingNames.filter((name) => providerSettings[name].group === group);
