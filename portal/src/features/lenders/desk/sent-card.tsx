import * as m from '#messages';
import { creditBands } from '@lintel/contract/applications/constants';
import { legalKinds } from '@lintel/contract/legal/constants';
import type { DeskApplication } from '@lintel/contract/lender-desk/applications';
import { isRecord } from '@lintel/contract/core/narrow';
import { formatMoment } from '../../../lib/format-moment.ts';
import { formatMoney, formatPhone } from '../../../lib/format.ts';
import { Card } from '../../../ui/card.tsx';
import { Facts } from '../../../ui/facts.tsx';
import classes from '../lenders.module.css';

const labels: Readonly<Record<string, string>> = {
  firstName: m.common_firstName(),
  lastName: m.common_lastName(),
  email: m.common_email(),
  phone: m.common_phone(),
  city: m.lenders_desk_field_city(),
  state: m.lenders_desk_state(),
  language: m.lenders_desk_field_language(),
  creditBand: m.lenders_desk_field_creditBand(),
  requestedAmount: m.lenders_desk_field_requestedAmount(),
  monthlyBudget: m.lenders_desk_field_monthlyBudget(),
  project: m.lenders_desk_project(),
  projectAddress: m.lenders_desk_field_projectAddress(),
  'contractor.legalName': m.lenders_desk_field_contractor(),
  'contractor.address': m.lenders_desk_field_contractorAddress(),
  'contractor.merchantNumber': m.lenders_merchantNumber(),
  'page.url': m.lenders_desk_field_page(),
  'applicant.birthDate': m.lenders_need_birthDate(),
  'applicant.yearlyIncome': m.lenders_need_income(),
  'applicant.ssnEnding': m.lenders_need_ssn(),
};

/** The page's programs and our own ids say nothing to a person. */
const hidden = /^(reference|contractor\.id|page\.(?!url))/;

/** `applicant.homeAddress.zip` as `Home address zip`, for fields without a label of their own. */
function humanized(name: string): string {
  const words = name
    .replace(/^applicant\./, '')
    .replaceAll('.', ' ')
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Every value with its path. */
function flat(value: unknown, name: string): [name: string, value: string | number | boolean][] {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return value === '' ? [] : [[name, value]];
  if (Array.isArray(value) && !value.some(isRecord)) return flat(value.join(', '), name);
  if (Array.isArray(value)) return value.flatMap((one, index) => flat(one, `${name}.${index + 1}`));
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([key, one]) =>
    flat(one, name === '' ? key : `${name}.${key}`),
  );
}

function shown(name: string, value: string | number | boolean): string {
  if (typeof value === 'boolean') return value ? m.lenders_desk_yes() : m.lenders_desk_no();
  if (typeof value === 'number')
    return /amount|budget|income|payment|rent/i.test(name) ? formatMoney(value) : String(value);
  if (name === 'phone') return formatPhone(value);
  if (name === 'creditBand')
    return Object.entries(creditBands).find(([key]) => key === value)?.[1] ?? value;
  if (name === 'language')
    return value === 'es' ? m.lenders_desk_field_spanish() : m.lenders_desk_field_english();
  return value;
}

/** The application as the lender's protocol sends it, and the homeowner's consents. */
export function SentCard({ application: { sent, consents } }: { application: DeskApplication }) {
  const facts = flat(sent, '')
    .filter(([name]) => !hidden.test(name))
    .map(([name, value]) => [labels[name] ?? humanized(name), shown(name, value)] as const);
  return (
    <>
      <Card title={m.lenders_desk_sent()}>
        <Facts facts={facts} />
      </Card>
      <Card title={m.lenders_desk_consents()}>
        <ul className={classes.entries}>
          {consents.map(({ kind, answer, at }) => (
            <li key={kind + answer + at}>
              <strong>{consentLabel(kind)}</strong>
              <br />
              {m.lenders_desk_consentAt({ answer: humanized(answer), at: formatMoment(at) })}
            </li>
          ))}
        </ul>
      </Card>
    </>
  );
}

const consentLabel = (kind: string): string =>
  Object.entries(legalKinds).find(([name]) => name === kind)?.[1].label ?? humanized(kind);
