import type { findConsents } from '@lintel/contract/applications/consents';
import { creditBands } from '@lintel/contract/applications/constants';
import type { ResponseBody, RequestPart } from '@lintel/contract/core/endpoint';
import { phoneDigits, phoneText } from '@lintel/contract/core/field-rules';
import { consentWords, legalKinds, type ConsentAnswer } from '@lintel/contract/legal/constants';
import { readMarkup } from '@lintel/contract/legal/markup';
import { recordAudit, type Caller } from '../../../platform/audit/audit.ts';
import { brandFromConfig } from '../../../platform/brand.ts';
import type { Context } from '../../../platform/context.ts';
import { dayText, momentText, usDay } from '../../../platform/days.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { AppError } from '../../../platform/errors.ts';
import { dollarsText } from '../../../platform/money.ts';
import { markupTools, paperTools, providerHead } from '../../../platform/typeset/paper.ts';
import { paperFonts, Typesetter, visible } from '../../../platform/typeset/typesetter.ts';
import { readContractorZone } from '../../contractors/index.ts';
import { selectDisclosures } from './disclosures-repository.ts';
import { searchConsents } from './repository.ts';
import { readAgreed, type Agreed } from './service.ts';
import { findAnywhere, findPageAndCompany, type Application } from '../repository.ts';

/** Finds records by e-mail address, application number, or phone. */
export async function findRecords(
  db: Database,
  { search, page, limit }: RequestPart<typeof findConsents, 'query'>,
): Promise<ResponseBody<typeof findConsents>> {
  const digits = phoneDigits(search.replace(/^#/, ''));
  const consentSearch = search.includes('@')
    ? { email: search.toLowerCase() }
    : /^\d{1,19}$/.test(digits)
      ? { digits }
      : null;
  if (consentSearch === null) return { data: [], total: 0 };
  const { rows, total } = await searchConsents(db, consentSearch, {
    limit,
    offset: (page - 1) * limit,
  });
  const data = rows.map(({ applicationId, companyName, contact, sentAt, ...who }) => ({
    applicationId: Number(applicationId),
    companyName,
    applicantName: who.applicantName,
    applicantEmail: who.applicantEmail,
    applicantPhone: who.applicantPhone,
    sentAt: new Date(sentAt).toISOString(),
    contact,
  }));
  return { data, total };
}

/**
 * Makes the consent record of an application as a PDF and logs it in the audit log. Throws
 * `not_found` without consents.
 */
export async function makeRecord(
  context: Context,
  caller: Caller,
  applicationId: number,
): Promise<Buffer> {
  const { db, clock, config } = context;
  const application = await findAnywhere(db, applicationId);
  const agreed = application === undefined ? [] : await readAgreed(db, application);
  if (application === undefined || agreed.length === 0) throw new AppError('not_found');
  const { shownName, pageName, companyName } = await findPageAndCompany(db, application.pageId);
  await recordAudit(db, clock, caller, {
    action: 'consents.downloaded',
    entity: 'consents',
    entityId: applicationId,
    contractorId: application.contractorId,
  });
  const contractor = shownName === companyName ? companyName : `${shownName} (${companyName})`;
  const { contractorId } = application;
  const timeZone = await readContractorZone(db, contractorId, config.BUSINESS_TIME_ZONE);
  const disclosures = await selectDisclosures(db, application);
  const around = { contractor, pageName, timeZone, disclosures };
  const record = presentRecord(context, application, agreed, around);
  return typesetter.pdf(visible(record), {}, clock.now());
}

export const recordHeaders = (applicationId: number): Record<string, string> => ({
  'content-disposition': `attachment; filename="consents-${applicationId}.pdf"`,
  'cache-control': 'no-store',
});

const answers: Record<ConsentAnswer, string> = {
  given: 'Agreed',
  declined: 'Did not agree',
  withdrawn: 'Agreed, then withdrew',
};
const languageWords = { en: 'English', es: 'Spanish' };

interface Around {
  contractor: string;
  pageName: string;
  timeZone: string;
  disclosures: Awaited<ReturnType<typeof selectDisclosures>>;
}

function presentRecord(
  { config, clock }: Context,
  application: Application,
  agreed: readonly Agreed[],
  { contractor, pageName, timeZone, disclosures }: Around,
) {
  const brand = brandFromConfig(config);
  const at = (moment: Date): string => `${momentText(moment, timeZone)} (${moment.toISOString()})`;
  const [first] = agreed;
  const person = first?.person ?? { name: '', email: '', phone: '' };
  const title = `Record of consents, application ${application.id}`;
  return {
    title,
    accent: brand.primaryColor,
    second: brand.accentColor,
    brand: { name: brand.name },
    mark: brand.logoUrl === null,
    facts: [
      ['Application', String(application.id)],
      ['Made on', dayText(clock.now(), timeZone)],
    ],
    footer: `${brand.name} · ${brand.supportEmail}`,
    who: filled([
      ['Name', person.name],
      ['E-mail', person.email],
      ['Phone', phoneText(person.phone)],
      ['Contractor', contractor],
      ['Page', `/p/${pageName}`],
      ['Begun', at(application.startedAt)],
      ['Sent', application.completedAt === null ? '' : at(application.completedAt)],
    ]),
    form: formFacts(application),
    consents: [
      ...agreed.map((one) => ({
        name: consentWords[one.kind],
        facts: filled([
          ['Answer', answers[one.answer]],
          ['When', at(one.at)],
          ['Withdrawn', one.withdrawnAt === null ? '' : at(one.withdrawnAt)],
          ['Withdrawn by', one.withdrawnBy],
          ['Network address', one.from.address ?? ''],
          ['Browser', one.from.userAgent],
          ['Text', versionWords(one)],
          ['SHA-256 of the text', one.hash],
        ]),
        language: one.language,
        blocks: readMarkup(one.text),
      })),
      ...disclosures.map(({ row, text }) => ({
        name: legalKinds[row.kind].label,
        facts: filled([
          ['Shown', at(row.at)],
          ['Text', versionWords({ ...row, version: String(row.version) })],
          ['SHA-256 of the text', row.textHash],
        ]),
        language: row.language,
        blocks: readMarkup(text),
      })),
    ],
  };
}

const versionWords = ({
  version,
  effectiveFrom,
  language,
}: Pick<Agreed, 'version' | 'effectiveFrom' | 'language'>): string =>
  [
    `Version ${version}`,
    effectiveFrom === null ? '' : `shown from ${usDay(effectiveFrom)}`,
    languageWords[language],
  ]
    .filter(Boolean)
    .join(', ');

const filled = (facts: readonly (readonly [string, string])[]) =>
  facts.filter(([, value]) => value !== '');

/** The form as sent; empty once the application is anonymized. */
function formFacts(application: Application): (readonly [string, string])[] {
  const { requestedAmountCents: cents, creditBand: band, project, city, state } = application;
  return filled([
    ['Project', project],
    ['Project address', application.projectAddress],
    ['Amount requested', cents === null ? '' : dollarsText(cents)],
    ['Credit, self-reported', band === null ? '' : creditBands[band]],
    ['City and state', [city, state].filter(Boolean).join(', ')],
  ]);
}

const layout = String.raw`
#let d = json(bytes(sys.inputs.data))
${paperTools}
#set document(title: d.title, author: d.brand.name)
#set text(font: ${paperFonts}, size: 9pt, fill: ink, lang: "en", hyphenate: false)
#set par(leading: 0.58em, spacing: 0.85em, justify: false)
#set page(
  paper: "us-letter",
  margin: (x: 54pt, top: 54pt, bottom: 60pt),
  footer: context {
    set text(size: 8pt, fill: quiet)
    grid(
      columns: (1fr, auto, auto),
      gutter: 24pt,
      words(d.footer),
      words(d.title),
      [Page #here().page() of #counter(page).final().first()],
    )
  },
)
${providerHead('Record of consents', 18)}
#let facts-table(list) = table(
  columns: (130pt, 1fr),
  align: left,
  inset: (x: 6pt, y: 4pt),
  stroke: (bottom: 0.5pt + line-color, rest: none),
  ..list.map(((name, value)) => (text(fill: quiet, name), words(value))).flatten(),
)
#let section(body) = block(above: 16pt, below: 8pt, sticky: true, text(size: 12pt, weight: 600, fill: accent, body))
${markupTools}
#section("Homeowner and application")
#facts-table(d.who)
#if d.form.len() > 0 {
  section("What was sent")
  facts-table(d.form)
}
#for consent in d.consents {
  section(words(consent.name))
  facts-table(consent.facts)
  v(6pt)
  block(
    width: 100%,
    inset: (left: 12pt, right: 4pt, y: 8pt),
    stroke: (left: 2pt + line-color),
    { set text(lang: consent.language); for one in consent.blocks { block-of(one) } },
  )
}
`;

const typesetter = new Typesetter(layout);
