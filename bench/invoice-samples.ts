import { invoiceForm, type InvoiceForm } from '@lintel/contract/documents/quick/document';
import type { presentDocument } from '../server/src/domains/documents/quick/present.ts';

export const page = {
  id: 1,
  pageName: 'summit-roofing',
  companyName: 'Summit Roofing LLC',
  logoKey: 'logo',
  address: '40 Granite Way, Denver, CO 80202',
  websiteUrl: 'https://summit-roofing.example',
  phone: '3035550110',
};

const names = [
  'Tear-off and disposal of the old roof',
  'Architectural shingles',
  'Ice and water shield',
  'Ridge vent',
  'Labor',
];

/** An invoice with `count` items. */
export const sampleInvoice = (count: number): InvoiceForm =>
  invoiceForm.parse({
    docType: 'Invoice',
    fullName: 'Casey Nguyen',
    address: '1188 Larkspur Lane, Boulder, CO 80302',
    projectName: 'Roof replacement',
    dueDate: '2026-12-21',
    submittedOn: '2026-11-21',
    notes: 'Half of the amount is due before the work starts.',
    taxRate: '8.25%',
    adjustments: '-$250.00',
    numberPrice: '1042',
    license: 'CO-448812',
    items: Array.from({ length: count }, (_none, at) => ({
      description: names[at % names.length],
      quantity: String(1 + (at % 9)),
      unitPrice: `$${(at + 1) * 13}.50`,
    })),
  });

type PresentedDocument = ReturnType<typeof presentDocument>;

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const pairs = (all: [string, string][]): string =>
  all
    .map(
      ([name, value]) => `<tr><td>${escaped(name)}</td><td class="n">${escaped(value)}</td></tr>`,
    )
    .join('');
const lines = (all: string[]): string =>
  all
    .filter((one) => one !== '')
    .map(escaped)
    .join('<br>');

/** The same document as HTML, for a browser. */
export const invoiceHtml = (
  shown: PresentedDocument,
  logo: Buffer,
): string => `<!doctype html><html lang="en"><head><style>
  * { box-sizing: border-box } body { margin: 0; padding: 54pt; font: 9.5pt/1.4 Inter; color: #1c2430 }
  header, .sums, .financing { display: flex; justify-content: space-between; gap: 24pt } h1 { margin: 0; color: ${shown.accent}; font-size: 24pt }
  table { border-collapse: collapse } .items { width: 100%; margin-top: 20pt } .items td, .items th { padding: 7pt 8pt; border-bottom: 0.5pt solid #d3d8e0; text-align: left }
  .n { text-align: right !important; font-variant-numeric: tabular-nums } th { background: #eef1f7; font-size: 8pt } thead { display: table-header-group }
  tr, .sums, .financing { break-inside: avoid } .financing { margin-top: 26pt; padding: 14pt; border: 0.75pt solid #d3d8e0; border-radius: 8pt } .financing svg { width: 66pt }
  </style></head><body>
  <header><div><img src="data:image/png;base64,${logo.toString('base64')}" width="190"><p><b>${escaped(shown.company.name)}</b><br>${lines(shown.company.lines)}</p></div>
  <div><h1>${shown.docType}</h1><table>${pairs(shown.facts)}</table></div></header><hr>
  <p><b>${shown.customer.label}</b><br>${escaped(shown.customer.name)}<br>${lines(shown.customer.lines)}</p>
  <table class="items"><thead><tr><th>Description</th><th class="n">Quantity</th><th class="n">Unit price</th><th class="n">Amount</th></tr></thead><tbody>
  ${shown.items.map(([first = '', ...rest]) => `<tr><td>${escaped(first)}</td>${rest.map((one) => `<td class="n">${one}</td>`).join('')}</tr>`).join('')}
  </tbody></table><div class="sums"><p>${lines(shown.notes)}</p><table>${pairs([...shown.sums, ['Total', shown.total]])}</table></div>
  <div class="financing">${shown.financing.code}<p><b>Pay over time</b><br>${shown.financing.words}<br><a href="${shown.financing.url}">${shown.financing.shown}</a><br>
  <small>${shown.financing.small}</small></p></div></body></html>`;
