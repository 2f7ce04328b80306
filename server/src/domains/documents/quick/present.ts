import { amountRange } from '@lintel/contract/applications/constants';
import { phoneText } from '@lintel/contract/core/field-rules';
import { invoiceSource } from '@lintel/contract/documents/quick/constants';
import type { InvoiceForm } from '@lintel/contract/documents/quick/document';
import { formatCents, formatHundredths } from '@lintel/contract/core/numbers';
import {
  shownItemTotal,
  computeTotals,
  type PricedItem,
} from '@lintel/contract/documents/quick/maths';
import { example, examplePayment } from '@lintel/contract/marketing/payment-example';
import { loadQrCode } from '../../../platform/lazy-packages.ts';
import { usDay } from '../../../platform/days.ts';
import { visible } from '../../../platform/typeset/typesetter.ts';
import type { PricedPage } from './repository.ts';

/** The financing address in documents and their e-mails. */
export const financingUrl = (publicUrl: string, pageName: string): string =>
  `${publicUrl}/p/${pageName}${invoiceSource}`;

/** `Invoice-1042.pdf` */
export const pdfFileName = ({ docType, numberPrice }: InvoiceForm): string =>
  `${docType}-${numberPrice}.pdf`;

interface DocumentSource {
  form: InvoiceForm;
  page: PricedPage;
  publicUrl: string;
  /** `#RRGGBB` */
  accent: string;
  /** The QR code of the financing address, as SVG. */
  code: string;
  logo: { width: number } | null;
}

/** The layout's input: formatted texts. */
export function presentDocument({ form, page, publicUrl, accent, code, logo }: DocumentSource) {
  const totals = computeTotals(form);
  return visible({
    title: `${form.docType} ${form.numberPrice}`,
    docType: form.docType,
    accent,
    ...(logo && { logo: { width: logo.width } }),
    company: presentCompany(page, form.license),
    facts: listFacts(form),
    customer: {
      label: form.docType === 'Invoice' ? 'Bill to' : 'Prepared for',
      name: form.fullName,
      lines: [form.company, form.address],
    },
    project: form.projectName,
    items: form.items.map(itemRow),
    sums: listSums(form, totals),
    total: formatCents(totals.total),
    notes: form.notes === '' ? [] : form.notes.split('\n'),
    financing: presentFinancing(financingUrl(publicUrl, page.pageName), code, totals.total),
  });
}

/** The company in a document's header, and in the footer of each page. */
export function presentCompany(
  company: Pick<PricedPage, 'companyName' | 'address' | 'phone' | 'websiteUrl'>,
  licensed: string,
) {
  const phone = phoneText(company.phone);
  const license = licensed === '' ? '' : `License ${licensed}`;
  return {
    name: company.companyName,
    lines: [company.address, phone, bareAddress(company.websiteUrl), license],
    short: shortened(company.companyName),
    contact: [shortened(company.companyName), phone].filter((one) => one !== '').join('  ·  '),
  };
}

/** An item's row in the table. */
export const itemRow = (item: PricedItem & { description: string }): string[] => [
  item.description,
  formatHundredths(item.quantity),
  formatCents(item.unitPrice),
  formatCents(shownItemTotal(item)),
];

/** The financing section of a document, which links to `url`; `code` is its QR code. */
export const presentFinancing = (url: string, code: string, cents: number) => ({
  url,
  shown: bareAddress(url),
  code,
  ...financingWords(cents),
});

const shortened = (name: string): string =>
  name.length <= 60 ? name : `${name.slice(0, 59).trimEnd()}…`;

function listFacts({
  docType,
  numberPrice,
  submittedOn,
  dueDate,
}: InvoiceForm): [string, string][] {
  const facts: [string, string][] = [
    [`${docType} number`, numberPrice],
    ['Date', usDay(submittedOn)],
  ];
  return dueDate === '' ? facts : [...facts, ['Due date', usDay(dueDate)]];
}

function listSums(
  form: InvoiceForm,
  { subtotal, tax, adjustments }: ReturnType<typeof computeTotals>,
): [string, string][] {
  const sums: [string, string][] = [['Subtotal', formatCents(subtotal)]];
  if (form.taxRate > 0) sums.push([`Tax (${formatHundredths(form.taxRate)}%)`, formatCents(tax)]);
  if (adjustments !== 0) sums.push(['Adjustments', formatCents(adjustments)]);
  return sums;
}

const scan =
  'Scan the code or open the link to see what lenders offer you. It takes about two minutes.';

/** Includes an example of the monthly payment when customers can apply for the total. */
function financingWords(total: number): { words: string; small: string } {
  const dollars = total / 100;
  if (dollars < amountRange.min || dollars > amountRange.max) return { words: scan, small: '' };
  const monthly = formatCents(examplePayment(dollars) * 100).replace('.00', '');
  return {
    words: `This project could cost about ${monthly} a month (estimate). ${scan}`,
    small: `Estimate for ${formatCents(total)} at ${example.apr}% APR over ${example.months / 12} years. Rate and term depend on the lender and on your credit.`,
  };
}

const bareAddress = (url: string): string =>
  url.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '');

/** An address's QR code as SVG, without a margin. Error correction covers about 15%. */
export const drawQrCode = async (address: string): Promise<string> =>
  (await loadQrCode()).toString(address, { type: 'svg', margin: 0, errorCorrectionLevel: 'M' });
