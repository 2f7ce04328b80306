import type { Language } from '@lintel/contract/core/language';
import { getLifetime, openLink } from '../../../platform/access-links/index.ts';
import { recordAudit } from '../../../platform/audit/audit.ts';
import { brandFromConfig } from '../../../platform/brand.ts';
import type { Context } from '../../../platform/context.ts';
import { seal, unseal } from '../../../platform/crypto/secrets.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { dayText, momentText } from '../../../platform/days.ts';
import type { CopiedItem } from '../../../platform/persons.ts';
import { paperTools, providerHead } from '../../../platform/typeset/paper.ts';
import { paperFonts, Typesetter, visible } from '../../../platform/typeset/typesetter.ts';
import { includedIn } from './matches.ts';
import { findById, type RequestRow } from './repository.ts';

/** The stored, sealed copy. */
interface Copy {
  /** Absent from copies of the previous release, which are in English. */
  language?: Language;
  email: string;
  madeAt: string;
  parts: { name: string; items: CopiedItem[] }[];
}

const copyKey = ({ keys }: Context): Uint8Array => keys.derive('privacy copy');
const copyPurpose = (id: number): string => `privacy copy ${id}`;

/** Collects the data of an address, sealed. */
export async function makeCopy(
  tx: Database,
  context: Context,
  { id, email, language, matches }: RequestRow,
) {
  const now = context.clock.now();
  const parts: Copy['parts'] = [];
  const counts: { what: string; count: number }[] = [];
  for (const source of context.personSources) {
    const items = await source.copy(tx, email, includedIn(matches), language);
    parts.push({ name: language === 'es' ? source.spanishName : source.name, items });
    // Shown to staff.
    counts.push({ what: source.name, count: items.length });
  }
  const copy: Copy = { language, email, madeAt: now.toISOString(), parts };
  return {
    counts,
    stored: {
      copySealed: seal(copyKey(context), JSON.stringify(copy), copyPurpose(id)),
      copyExpiresAt: new Date(now.getTime() + getLifetime('privacy-copy')),
    },
  };
}

/** The request whose copy this link opens, with the copy; null for an invalid link. */
export async function openCopy(
  context: Context,
  code: string,
): Promise<{ request: RequestRow; copy: Copy } | null> {
  const link = await openLink(context.db, context, 'privacy-copy', code);
  const request = link && (await findById(context.db, Number(link.subject)));
  if (request === undefined || request.copySealed === null) return null;
  const text = unseal(copyKey(context), request.copySealed, copyPurpose(request.id));
  if (text === null) return null;
  const copy: Copy = JSON.parse(text);
  return { request, copy };
}

/** Records when and from where the copy was downloaded. */
export const recordDownload = (
  { db, clock }: Context,
  { id }: RequestRow,
  { address, format }: { address: string; format: 'json' | 'pdf' },
): Promise<void> =>
  recordAudit(
    db,
    clock,
    { address },
    {
      action: 'privacy-request.copy-fetched',
      entity: 'privacy-request',
      entityId: id,
      contractorId: null,
      details: { format },
    },
  );

/** The machine-readable copy. */
export function copyJson({ email, madeAt, parts }: Copy): Buffer {
  const data = parts.map(({ name, items }) => ({
    name,
    items: items.map(({ title, facts }) => ({
      title,
      facts: facts.map(([label, value]) => ({ label, value })),
    })),
  }));
  return Buffer.from(`${JSON.stringify({ email, madeAt, data }, null, 2)}\n`);
}

interface PaperWords {
  title: string;
  nothing: string;
  page: string;
  of: string;
  request: string;
  madeOn: string;
  intro(name: string, email: string, moment: string): string;
}

const paperWords: Record<Language, PaperWords> = {
  en: {
    title: 'Your personal data',
    nothing: 'Nothing.',
    page: 'Page',
    of: 'of',
    request: 'Request',
    madeOn: 'Made on',
    intro: (name, email, moment) =>
      `This is the data that ${name} held about ${email} on ${moment}. It does not include contractors’ payments and payouts, or the accounts of people who work with us.`,
  },
  es: {
    title: 'Sus datos personales',
    nothing: 'Nada.',
    page: 'Página',
    of: 'de',
    request: 'Pedido',
    madeOn: 'Hecho el',
    intro: (name, email, moment) =>
      `Esto es lo que ${name} tenía sobre ${email} el ${moment}. No incluye los pagos a los contratistas ni de ellos, ni las cuentas de las personas que trabajan con nosotros.`,
  },
};

const layoutIn = (language: Language, { title, nothing, page, of }: PaperWords) => String.raw`
#let d = json(bytes(sys.inputs.data))
${paperTools}
#set document(title: d.title, author: d.brand.name)
#set text(font: ${paperFonts}, size: 9.5pt, fill: ink, lang: "${language}", hyphenate: false)
#set par(leading: 0.56em, spacing: 0.9em, justify: false)
#set page(
  paper: "us-letter",
  margin: (x: 54pt, top: 54pt, bottom: 60pt),
  footer: context {
    set text(size: 8pt, fill: quiet)
    grid(
      columns: (1fr, auto),
      gutter: 24pt,
      words(d.footer),
      [${page} #here().page() ${of} #counter(page).final().first()],
    )
  },
)
${providerHead(title, 18)}
#par(words(d.intro))
#for part in d.parts {
  v(14pt, weak: true)
  block(sticky: true, text(size: 13pt, weight: 600, fill: accent, words(part.name)))
  if part.items.len() == 0 { text(fill: quiet, "${nothing}") }
  for item in part.items {
    block(above: 12pt, below: 6pt, sticky: true, bold(words(item.title)))
    table(
      columns: (150pt, 1fr),
      align: left,
      inset: (x: 6pt, y: 4.5pt),
      stroke: (bottom: 0.5pt + line-color, rest: none),
      ..item.facts.map(((name, value)) => (text(fill: quiet, words(name)), words(value))).flatten(),
    )
  }
}
`;

const typesetters = {
  en: new Typesetter(layoutIn('en', paperWords.en)),
  es: new Typesetter(layoutIn('es', paperWords.es)),
};

/** The copy for people to read. */
export function copyPdf(
  { config }: Context,
  { language = 'en', email, madeAt, parts }: Copy,
  requestId: number,
): Buffer {
  const words = paperWords[language];
  const { name, primaryColor, accentColor, logoUrl, supportEmail } = brandFromConfig(config);
  const timeZone = config.BUSINESS_TIME_ZONE;
  const at = new Date(madeAt);
  const data = {
    title: words.title,
    accent: primaryColor,
    second: accentColor,
    brand: { name },
    mark: logoUrl === null,
    facts: [
      [words.request, String(requestId)],
      [words.madeOn, dayText(at, timeZone, language)],
    ],
    intro: words.intro(name, email, momentText(at, timeZone, language)),
    footer: `${name} · ${supportEmail}`,
    parts: parts.map((part) => ({ name: part.name, items: part.items })),
  };
  return typesetters[language].pdf(visible(data), {}, at);
}
