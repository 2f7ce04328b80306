import { z } from 'zod';
import { staffWith } from '../core/access.ts';
import { endpoint } from '../core/endpoint.ts';
import { instant, messages, outcome, wholeNumber } from '../core/fields.ts';
import { languages } from '../core/language.ts';
import { limit, listSchema, page } from '../core/list.ts';
import { keysOf } from '../core/map-values.ts';
import { portalOwned } from '../core/owner.ts';
import { changingRules } from '../core/changing-rules.ts';
import { legalKindNames, maxLegalText, placeholders } from './constants.ts';
import { placeholdersIn, readLegalText } from './markup.ts';

const looking = staffWith(['manage-settings', 'access']);
const kind = z.enum(legalKindNames);
const byKind = z.object({ kind });

/**
 * `current`: shown now. `planned`: takes effect on a future day. `past`: was shown earlier.
 * `replaced`: a later version replaced it before its day.
 */
export const versionStates = ['current', 'planned', 'past', 'replaced'] as const;

/** A version of a text. Published versions never change. */
export const legalVersion = z.object({
  kind,
  version: z.number(),
  state: z.enum(versionStates),
  /** The first day it is shown, `yyyy-mm-dd`, and the instant that day begins. */
  effectiveFrom: z.string(),
  effectiveAt: instant(),
  publishedAt: instant(),
  /** Who published it; empty for a built-in text. */
  publishedBy: z.string(),
  /** The texts with their placeholders, and each one's SHA-256. */
  texts: z.record(z.enum(languages), z.object({ text: z.string(), hash: z.string() })),
});
export type LegalVersion = z.output<typeof legalVersion>;

export const listLegalTexts = endpoint({
  name: 'legal.list',
  method: 'GET',
  path: '/manage/legal-texts',
  summary: "Each legal text's current version, and the next planned one",
  access: looking,
  response: z.object({
    /** Today in the portal's time zone: the first day a new version can take effect. */
    today: z.string(),
    data: z.array(
      z.object({
        kind,
        current: legalVersion,
        planned: legalVersion.nullable(),
        /** The newest version, on which a new one is based. */
        latest: z.number(),
      }),
    ),
  }),
});

export const legalPageSizes = [10] as const;

export const listLegalVersions = endpoint({
  name: 'legal.versions',
  method: 'GET',
  path: '/manage/legal-texts/{kind}',
  summary: 'The versions of a legal text, newest first',
  access: looking,
  owner: portalOwned,
  params: byKind,
  query: z.object({ page: page(), limit: limit(legalPageSizes, 10) }),
  response: listSchema(legalVersion),
});

const known: readonly string[] = keysOf(placeholders);

/**
 * A text in one language: a title, then a paragraph, which for a consent is the statement next to
 * the checkbox.
 */
const legalText = z
  .string(messages.required)
  .transform((typed) => typed.replaceAll('\r\n', '\n').trim())
  .pipe(
    z
      .string()
      .min(1, messages.required)
      .max(maxLegalText, messages.max(maxLegalText))
      .superRefine((typed, context) => {
        const unknown = placeholdersIn(typed).find((name) => !known.includes(name));
        const { title, lead } = readLegalText(typed);
        const message =
          unknown !== undefined
            ? `There is no placeholder {${unknown}}.`
            : title === ''
              ? 'Please begin with a title: a line that starts with “# ”.'
              : lead.length === 0
                ? 'Please add a paragraph below the title.'
                : null;
        if (message !== null) context.addIssue({ code: 'custom', message });
      }),
  );

/** A new version needs both languages, so that no page says less in one of them. */
export const newVersion = z.object({
  en: legalText,
  es: legalText,
  /** The first day it is shown: today or later. */
  effectiveFrom: z.iso.date('Please enter a date.'),
});

export const publishLegalText = endpoint({
  name: 'legal.publish',
  method: 'POST',
  path: '/manage/legal-texts/{kind}',
  summary: 'Publish a new version of a legal text, in both languages, from today or a later day',
  access: changingRules,
  owner: portalOwned,
  params: byKind,
  body: newVersion.extend({
    /** The newest version the editor has seen: a newer one is a conflict. */
    basedOn: wholeNumber(z.number().int().min(1).max(1_000_000)),
  }),
  response: outcome.extend({ version: legalVersion }),
  errors: ['conflict'],
  limit: { max: 60, seconds: 3600, by: 'account' },
  stepUp: true,
});
