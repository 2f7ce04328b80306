import { formatCents, formatHundredths, shortDecimal } from '@lintel/contract/core/numbers';
import {
  documentKinds,
  taxRatePlaces,
  type DocumentKind,
} from '@lintel/contract/documents/constants';
import type { DocumentContent } from '@lintel/contract/documents/content';
import { documentSums, type DocumentSums } from '@lintel/contract/documents/maths';
import { phoneText } from '@lintel/contract/core/field-rules';
import { momentText, usDay } from '../../platform/days.ts';
import { Typesetter, visible } from '../../platform/typeset/typesetter.ts';
import {
  drawQrCode,
  documentLayout,
  financingUrl,
  itemRow,
  paperLogos,
  presentCompany,
  presentFinancing,
} from './quick/index.ts';
import type { Context } from '../../platform/context.ts';
import type { CompanyFacts } from './facts-repository.ts';
import type { Revision } from './repository.ts';

/** The source of a PDF. */
export interface PaperSource {
  kind: DocumentKind;
  content: DocumentContent;
  facts: CompanyFacts & { number: number | null; paidCents: number };
  /** Shown from the second on. */
  revision: number;
  signature?: Pick<Revision, 'signedName' | 'signedAt' | 'signedAddress' | 'signedWords'> & {
    /** Of the signature's moment. */
    timeZone: string;
  };
}

const typesetter = new Typesetter(documentLayout);

/** Renders a document as a PDF. */
export async function setPaper(context: Context, source: PaperSource, at: Date): Promise<Buffer> {
  const { facts } = source;
  const url =
    facts.pageName === null ? null : financingUrl(context.config.publicUrl, facts.pageName);
  const [logo, code] = await Promise.all([
    paperLogos(context).of(facts.logoKey),
    url === null ? '' : drawQrCode(url),
  ]);
  const data = {
    ...paperData(context, source, { url, code }),
    ...(logo && { logo: { width: logo.width } }),
  };
  return typesetter.pdf(data, logo === null ? {} : { 'logo.png': logo.bytes }, at);
}

function paperData(
  context: Context,
  source: PaperSource,
  { url, code }: { url: string | null; code: string },
) {
  const { kind, content, facts, signature } = source;
  const sums = documentSums(content);
  const owed = sums.total - facts.paidCents;
  const { customer } = content;
  const title = documentKinds[kind];
  return visible({
    title: facts.number === null ? `Draft ${title.toLowerCase()}` : `${title} ${facts.number}`,
    docType: facts.number === null ? `Draft ${title.toLowerCase()}` : title,
    accent: context.config.BRAND_PRIMARY_COLOR,
    company: presentCompany(facts, content.license),
    facts: listFacts(source),
    customer: {
      label: kind === 'invoice' ? 'Bill to' : 'Prepared for',
      name: customer.name,
      lines: [
        customer.company,
        customer.street,
        [customer.city, [customer.state, customer.zip].filter(Boolean).join(' ')]
          .filter(Boolean)
          .join(', '),
        phoneText(customer.phone),
        customer.email,
      ],
    },
    project: content.projectName,
    items: content.items.map((item) => [...itemRow(item), splitLines(item.details)]),
    sums: listSums(content, sums),
    total: formatCents(sums.total),
    after: listSummaryLines(kind, sums, facts.paidCents),
    notes: splitLines(content.notes),
    terms: splitLines(content.terms),
    ...(signature && { signature: presentSignature(signature) }),
    ...(url !== null && owed > 0 && { financing: presentFinancing(url, code, owed) }),
  });
}

const splitLines = (text: string): string[] => (text === '' ? [] : text.split('\n'));

function listFacts({ kind, content, facts, revision }: PaperSource): [string, string][] {
  const dated: [string, string] =
    kind === 'invoice' ? ['Due date', content.dueOn] : ['Valid until', content.validUntil];
  const all: [string, string][] = [
    [`${documentKinds[kind]} number`, facts.number === null ? '' : String(facts.number)],
    ['Revision', revision > 1 ? String(revision) : ''],
    ['Date', content.issuedOn === '' ? '' : usDay(content.issuedOn)],
    [dated[0], dated[1] === '' ? '' : usDay(dated[1])],
    ['P.O. number', content.poNumber],
  ];
  return all.filter(([, value]) => value !== '');
}

/** Appends a percentage to a total's label. */
const named = (name: string, { kind, value }: DocumentContent['discount']): string =>
  kind === 'percent' ? `${name} (${formatHundredths(value)}%)` : name;

function listSums(content: DocumentContent, sums: DocumentSums): [string, string][] {
  const rows: [string, string][] = [['Subtotal', formatCents(sums.subtotal)]];
  if (sums.discount > 0)
    rows.push([named('Discount', content.discount), formatCents(-sums.discount)]);
  if (content.taxRate > 0) {
    if (sums.taxable !== sums.subtotal - sums.discount)
      rows.push(['Taxable', formatCents(sums.taxable)]);
    rows.push([`Tax (${shortDecimal(content.taxRate, taxRatePlaces)}%)`, formatCents(sums.tax)]);
  }
  return rows;
}

type SummaryLine = [name: string, value: string, isStrong: boolean];

function listSummaryLines(
  kind: DocumentKind,
  sums: DocumentSums,
  paidCents: number,
): SummaryLine[] {
  const rows: SummaryLine[] = [];
  const deposit = sums.deposit - paidCents;
  if (deposit > 0 && sums.deposit > 0)
    rows.push([
      kind === 'estimate' ? 'Deposit due on acceptance' : 'Deposit',
      formatCents(deposit),
      false,
    ]);
  if (paidCents !== 0)
    rows.push(
      ['Paid', formatCents(-paidCents), false],
      ['Balance due', formatCents(sums.total - paidCents), true],
    );
  return rows;
}

const presentSignature = ({
  signedName,
  signedAt,
  signedAddress,
  signedWords,
  timeZone,
}: NonNullable<PaperSource['signature']>) => ({
  name: signedName,
  lines: [
    signedAt === null ? '' : `Signed electronically on ${momentText(signedAt, timeZone)}`,
    signedAddress === null ? '' : `from the network address ${signedAddress}`,
    signedWords,
  ],
});
