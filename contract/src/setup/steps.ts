import { keysOf, nonEmpty } from '../core/map-values.ts';
import type { SettingGroup } from './settings.ts';

interface Step {
  label: string;
  /** What it is for, in one sentence. */
  purpose: string;
  /** Needed before the public may come. */
  required: boolean;
  /** The settings that the step's page shows. */
  groups: readonly SettingGroup[];
  /** The screen with the rest of it. */
  screen?: string;
  /** What a check does; without it, stored data decides. */
  check?: string;
  /** A check sends a message there; without it, to the signed-in person. */
  asksFor?: 'phone';
}

/**
 * The steps of setting up, in order. A step's domain registers its `SetupSource`; its page shows
 * the settings of its groups.
 */
export const setupSteps = {
  company: {
    label: 'Company and legal texts',
    purpose: 'Your legal name, licenses, and lenders, as public pages show them.',
    required: true,
    groups: ['business'],
    screen: '/manage/settings',
  },
  brand: {
    label: 'Brand',
    purpose: 'The name, contact, and colors that people see.',
    required: true,
    groups: ['brand'],
  },
  domain: {
    label: 'Domain',
    purpose: 'The address that people use. It comes from PUBLIC_URL.',
    required: true,
    groups: [],
    check: 'Opens your address as a visitor does, and checks that this installation answers.',
  },
  email: {
    label: 'E-mail',
    purpose: 'The mail server and sender of every message.',
    required: true,
    groups: ['email'],
    check: 'Connects to the mail server and sends a test message to you.',
  },
  texts: {
    label: 'Text messages',
    purpose: 'News about applications and links by text, if you want them.',
    required: false,
    groups: ['texts'],
    check: 'Sends a test message to a phone.',
    asksFor: 'phone',
  },
  payments: {
    label: 'Payments',
    purpose: 'How contractors pay for their plans.',
    required: true,
    groups: ['payments'],
    check: 'Reads from Stripe with your key.',
  },
  lenders: {
    label: 'Lenders',
    purpose: 'Where applications go.',
    required: true,
    groups: [],
    screen: '/manage/lenders',
    check: 'Sends a signed test call to each active lender that has an address.',
  },
  bank: {
    label: 'Bank',
    purpose: 'The sender of payout files.',
    required: true,
    groups: ['bank'],
  },
  plans: {
    label: 'Plans',
    purpose: 'What contractors can sign up for, and at what price.',
    required: true,
    groups: [],
    screen: '/manage/plans',
  },
  agreement: {
    label: 'Agreement',
    purpose: 'The service agreement that each contractor accepts.',
    required: true,
    groups: [],
    screen: '/manage/settings',
  },
  team: {
    label: 'Team',
    purpose: 'The people who work here. Payout runs take two.',
    required: false,
    groups: [],
    screen: '/manage/staff',
  },
} as const satisfies Record<string, Step>;
export type SetupStep = keyof typeof setupSteps;

export const setupStepNames = nonEmpty(keysOf(setupSteps));

/** A step with all optional properties. */
export const setupStep = (name: SetupStep): Step => setupSteps[name];
