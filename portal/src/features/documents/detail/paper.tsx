import * as m from '#messages';
import { documentKinds } from '@lintel/contract/documents/constants';
import type { FullDocument } from '@lintel/contract/documents/views';
import { formatCents, formatHundredths } from '@lintel/contract/core/numbers';
import { itemTotal } from '@lintel/contract/documents/quick/maths';
import { formatDate, formatMoney, formatPhone } from '../../../lib/format.ts';
import { useSession } from '../../../lib/session.ts';
import { Link } from '../../../ui/link.tsx';
import { documentName } from '../document-labels.tsx';
import { rateInput } from '../editor/values.ts';
import classes from './paper.module.css';

const hundredths = (value: number): number => Math.round(value * 100);
const number = (value: number): string => formatHundredths(hundredths(value));

/** The document as the customer sees it. */
export function Paper({ document }: { document: FullDocument }) {
  const { kind, content } = document;
  const company = useSession().contractor;
  return (
    <article className={classes.paper} aria-label={documentKinds[kind]}>
      <header className={classes.head}>
        <div>
          {document.logoUrl !== null && (
            <img className={classes.logo} src={document.logoUrl} alt="" />
          )}
          <strong className={classes.company}>{company?.companyName}</strong>
          <p>{company?.companyAddress}</p>
          {content.license !== '' && (
            <p>{m.documents_paper_license({ license: content.license })}</p>
          )}
        </div>
        <div className={classes.kind}>
          <strong>{documentKinds[kind]}</strong>
          <Dates document={document} />
        </div>
      </header>
      <Recipient customer={content.customer} />
      <Items content={content} />
      <Sums document={document} />
      {[content.notes, content.terms].filter(Boolean).map((text, index) => (
        <section key={index === 0 && content.notes !== '' ? 'notes' : 'terms'}>
          <h3>{index === 0 && content.notes !== '' ? m.common_notes() : m.documents_terms()}</h3>
          <p className={classes.lines}>{text}</p>
        </section>
      ))}
    </article>
  );
}

function Dates({
  document: { kind, content, number: given, issuedOn },
}: {
  document: FullDocument;
}) {
  const last = kind === 'invoice' ? content.dueOn : content.validUntil;
  const date = content.issuedOn || issuedOn;
  const facts: [string, string][] = [
    [m.common_number(), given === null ? m.documents_paper_givenWhenSent() : String(given)],
    ...(date === null || date === ''
      ? []
      : ([[m.common_date(), formatDate(date)]] satisfies [string, string][])),
    ...(last === ''
      ? []
      : ([
          [
            kind === 'invoice' ? m.documents_dueDate() : m.documents_acceptUntil(),
            formatDate(last),
          ],
        ] satisfies [string, string][])),
    ...(content.poNumber === ''
      ? []
      : ([[m.documents_poNumber(), content.poNumber]] satisfies [string, string][])),
  ];
  return (
    <dl>
      {facts.map(([term, value]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Recipient({ customer }: { customer: FullDocument['content']['customer'] }) {
  const { name, company, street, city, state, zip, email, phone } = customer;
  const town = [[city, state].filter(Boolean).join(', '), zip].filter(Boolean).join(' ');
  const lines = [company, street, town, email, phone && formatPhone(phone)].filter(Boolean);
  return (
    <section>
      <h3>{m.documents_paper_for()}</h3>
      <strong>{name || m.common_unnamed()}</strong>
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </section>
  );
}

const Items = ({ content: { items } }: Pick<FullDocument, 'content'>) => (
  <table className={classes.items}>
    <thead>
      <tr>
        <th scope="col">{m.common_description()}</th>
        <th scope="col">{m.documents_item_quantity()}</th>
        <th scope="col">{m.documents_item_unitPrice()}</th>
        <th scope="col">{m.common_amount()}</th>
      </tr>
    </thead>
    <tbody>
      {items.map((item, place) => (
        // oxlint-disable-next-line react/no-array-index-key -- items of a shown document stay where they are
        <tr key={place}>
          <td>
            {item.description}
            {!item.isTaxable && <small> {m.documents_item_notTaxed()}</small>}
            {item.details !== '' && <p className={classes.details}>{item.details}</p>}
          </td>
          <td>{number(item.quantity)}</td>
          <td>{item.unitPrice === 0 ? m.documents_item_free() : formatMoney(item.unitPrice)}</td>
          <td>
            {formatCents(
              itemTotal({
                quantity: hundredths(item.quantity),
                unitPrice: hundredths(item.unitPrice),
              }),
            )}
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);

function Sums({ document: { sums, content, invoice, ...document } }: { document: FullDocument }) {
  // An estimate's payments move to its invoice.
  const paid = invoice === null ? document.paid : invoice.paid;
  const deposit = Math.max(0, sums.deposit - paid);
  return (
    <dl className={classes.sums}>
      <Sum name={m.documents_totals_subtotal()} amount={sums.subtotal} />
      {sums.discount > 0 && <Sum name={m.documents_discount()} amount={-sums.discount} />}
      {sums.tax > 0 && (
        <Sum
          name={m.documents_totals_taxAtRate({ rate: rateInput(content.taxRate) })}
          amount={sums.tax}
        />
      )}
      <div className={classes.total}>
        <dt>{m.common_total()}</dt>
        <dd>{formatMoney(sums.total)}</dd>
      </div>
      {deposit > 0 && invoice === null && <Sum name={m.documents_deposit()} amount={deposit} />}
      {paid !== 0 && <Sum name={m.common_paid()} amount={-paid} />}
      {paid !== 0 && <Sum name={m.documents_balance()} amount={sums.total - paid} />}
      {invoice !== null && (
        <Link to={`/documents/${invoice.id}`}>
          {m.documents_one_became({
            name: documentName({ kind: 'invoice', number: invoice.number }),
          })}
        </Link>
      )}
    </dl>
  );
}

const Sum = ({ name, amount }: { name: string; amount: number }) => (
  <div>
    <dt>{name}</dt>
    <dd>{formatMoney(amount)}</dd>
  </div>
);
