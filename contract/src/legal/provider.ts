import { z } from 'zod';
import { staffWith } from '../core/access.ts';
import { endpoint } from '../core/endpoint.ts';
import { instant, messages, optionalText, outcome, text, webAddress } from '../core/fields.ts';
import { usStateCodes, type UsState } from '../core/us-states.ts';
import { nonEmpty } from '../core/map-values.ts';
import { changingRules } from '../core/changing-rules.ts';

const badNmls = 'An NMLS ID has 1 to 12 digits.';
const nmlsId = z
  .string()
  .trim()
  .regex(/^\d{0,12}$/, badNmls)
  .default('');

const maxLicenses = 200;
const maxLenders = 500;

const state = z.enum(nonEmpty(usStateCodes), messages.required);

/** The provider's details on public pages. Empty ones aren't shown. */
export const providerFacts = z.object({
  legalName: z.string(),
  /** The address for letters and paper requests. */
  address: z.string(),
  nmlsId: z.string(),
  /** For each state: its name for the license (`Consumer Loan Broker License`), and the number. */
  licenses: z.array(z.object({ state, number: z.string(), name: z.string() })),
  /** Lenders that may receive applications. */
  lenders: z.array(
    z.object({
      name: z.string(),
      nmlsId: z.string(),
      website: z.string(),
      /** The states where the lender lends; empty for all. */
      states: z.array(state).default([]),
    }),
  ),
});
export type ProviderFacts = z.output<typeof providerFacts>;
export type License = ProviderFacts['licenses'][number];
export type Lender = ProviderFacts['lenders'][number];

/** A lender of the public list; `phone` has ten digits, or is empty. */
export type ListedLender = Omit<Lender, 'states'> & { phone: string };
/** The provider's details with all listed lenders: those entered here, and active ones. */
export type PublicProvider = Omit<ProviderFacts, 'lenders'> & { lenders: ListedLender[] };

/**
 * The states where homeowners can apply: the provider has a license, and a lender lends. Null for
 * all states, when neither is set.
 */
export function servedStates({
  licenses,
  lenders,
}: {
  licenses: readonly Pick<License, 'state'>[];
  lenders: readonly Pick<Lender, 'states'>[];
}): UsState[] | null {
  const licensed = new Set(licenses.map((license) => license.state));
  const lends = (code: UsState): boolean =>
    lenders.length === 0 ||
    lenders.some(({ states }) => states.length === 0 || states.includes(code));
  const served = usStateCodes.filter(
    (code) => (licensed.size === 0 || licensed.has(code)) && lends(code),
  );
  return served.length === usStateCodes.length ? null : served;
}

/** The details as typed. */
export const providerForm = z.object({
  legalName: optionalText(200).default(''),
  address: optionalText(250).default(''),
  nmlsId,
  licenses: z
    .array(z.object({ state, number: text(60), name: text(120) }))
    .max(maxLicenses, `Please enter at most ${maxLicenses} licenses.`)
    .default([]),
  lenders: z
    .array(
      z.object({
        name: text(120),
        nmlsId,
        website: webAddress(200).default(''),
        states: z.array(state).default([]),
      }),
    )
    .max(maxLenders, `Please enter at most ${maxLenders} lenders.`)
    .default([]),
});

const stored = z.object({
  provider: providerFacts,
  userName: z.string(),
  email: z.string(),
  lastEdit: instant().nullable(),
});
export type StoredProvider = z.output<typeof stored>;

export const readProvider = endpoint({
  name: 'legal.provider',
  method: 'GET',
  path: '/manage/provider',
  summary: 'The provider’s licenses, lenders, and postal address, as shown on public pages',
  access: staffWith(['manage-settings', 'access']),
  response: stored,
});

export const saveProvider = endpoint({
  name: 'legal.save-provider',
  method: 'POST',
  path: '/manage/provider',
  summary: 'Change the provider’s licenses and lenders on public pages',
  access: changingRules,
  body: z.object({
    provider: providerForm,
    /** What the editor started from: a different current value is a conflict. */
    lastEdit: instant().nullable().optional(),
  }),
  response: outcome.extend({ settings: stored }),
  errors: ['conflict'],
  stepUp: true,
});
