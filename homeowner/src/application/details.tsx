import * as m from '#messages';
import {
  detailFields,
  detailProblem,
  detailProblems,
  detailsOf,
  type DetailCheck,
  type DetailDescription,
  type DetailField,
  type DetailProblem,
  type DetailValues,
} from '@lintel/contract/applications/details';
import { keysOf } from '@lintel/contract/core/map-values';
import type { LenderNeed } from '@lintel/contract/lenders/needs';
import { problemText } from '../problems.ts';
import { detailControl, stateText } from './field-texts.ts';
import { amountMask, inputProps, LabeledField, submitOnEnter } from './fields.tsx';

/** The details to give in `state`, and the answers so far. */
export interface DetailQuestions {
  needs: readonly LenderNeed[];
  values: DetailValues;
  state: string;
}

interface DetailsProps extends DetailQuestions {
  company: string;
  errors: Record<string, string>;
  onChange(name: DetailField, value: string): void;
  /** Called with a control's problem when the focus leaves it. */
  onCheck(control: string, problem: string | null): void;
}

const two = (value: number): string => String(value).padStart(2, '0');
const today = (): string => {
  const now = new Date();
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
};

/** The problems of all required details, by control. */
export function detailErrors({ needs, values, state }: DetailQuestions): Record<string, string> {
  const errors: Record<string, string> = {};
  const problems = detailProblems(needs, values, { state, today: today() });
  for (const name of keysOf(problems)) {
    const problem = problems[name];
    if (problem) errors[detailControl(name)] = textOf(problem, state);
  }
  return errors;
}

/** The details that lenders need, each with why it is asked. They stay in memory only. */
export function Details({ company, onCheck, ...props }: DetailsProps) {
  const { needs, values, state } = props;
  const check: DetailCheck = { state, today: today() };
  return (
    <>
      <p className="note">{m.details_why({ company })}</p>
      {detailsOf(needs, values).map((name) => (
        <Detail
          key={name}
          name={name}
          {...props}
          onLeave={() => {
            const typed = values[name] ?? '';
            if (typed.trim() === '') return;
            const problem = detailProblem(name, typed, check);
            onCheck(detailControl(name), problem === null ? null : textOf(problem, state));
          }}
        />
      ))}
    </>
  );
}

type DetailProps = Pick<DetailsProps, 'values' | 'errors' | 'onChange'> & {
  name: DetailField;
  onLeave(): void;
};

function Detail({ name, values, errors, onChange, onLeave }: DetailProps) {
  const field = detailFields[name];
  const control = detailControl(name);
  const own = { name: control, value: values[name] ?? '', error: errors[control] };
  const { mask = (typed: string) => typed, ...look } = looks[field.kind];
  return (
    <LabeledField {...own} label={labels[name]()} help={helpTexts[name]()}>
      {field.kind === 'choice' ? (
        <select
          {...inputProps(own)}
          required
          onChange={({ target }) => onChange(name, target.value)}
        >
          <option value="">{m.form_select()}</option>
          {field.options.map((option) => (
            <option key={option} value={option}>
              {optionTexts[`${name}.${option}`]?.()}
            </option>
          ))}
        </select>
      ) : (
        <input
          {...inputProps(own)}
          {...look}
          maxLength={field.kind === 'text' ? field.max : look.maxLength}
          autoComplete={field.autoComplete}
          required
          enterKeyHint="next"
          onKeyDown={submitOnEnter}
          onChange={({ currentTarget }) => onChange(name, currentTarget.value)}
          onBlur={() => {
            if (mask(own.value) !== own.value) onChange(name, mask(own.value));
            onLeave();
          }}
        />
      )}
    </LabeledField>
  );
}

interface Look {
  inputMode?: 'numeric' | 'decimal';
  placeholder?: string;
  maxLength?: number;
  spellCheck?: boolean;
  mask?(typed: string): string;
}

const looks: Record<DetailDescription['kind'], Look> = {
  text: { spellCheck: false },
  zip: { inputMode: 'numeric', placeholder: '78701', maxLength: 10 },
  // Numeric keypads have no slash.
  'birth-date': {
    inputMode: 'numeric',
    placeholder: '05/17/1980',
    maxLength: 10,
    mask: (typed) => typed.trim().replace(/^(\d{2})(\d{2})(\d{4})$/, '$1/$2/$3'),
  },
  'ssn-ending': { inputMode: 'numeric', placeholder: '0000', maxLength: 4 },
  amount: { inputMode: 'decimal', maxLength: 20, mask: amountMask },
  choice: {},
};

const labels: Record<DetailField, () => string> = {
  street: m.details_street,
  zip: m.details_zip,
  birthDate: m.details_birth,
  yearlyIncome: m.details_income,
  housing: m.details_housing,
  housingPayment: m.details_housing_payment,
  employment: m.details_employment,
  employer: m.details_employer,
  ssnEnding: m.details_ssn,
};

/** The label of a detail's control. */
export const DetailLabel = ({ control }: { control: string }) =>
  keysOf(labels)
    .filter((name) => detailControl(name) === control)
    .map((name) => labels[name]());

const helpTexts: Record<DetailField, () => string> = {
  street: m.details_street_help,
  zip: m.details_zip_help,
  birthDate: m.details_birth_help,
  yearlyIncome: m.details_income_help,
  housing: m.details_housing_help,
  housingPayment: m.details_housing_payment_help,
  employment: m.details_employment_help,
  employer: m.details_employer_help,
  ssnEnding: m.details_ssn_help,
};

const optionTexts: Readonly<Record<string, () => string>> = {
  'housing.own': m.details_housing_own,
  'housing.rent': m.details_housing_rent,
  'housing.other': m.details_other,
  'employment.employed': m.details_employed,
  'employment.self-employed': m.details_self_employed,
  'employment.retired': m.details_retired,
  'employment.not-employed': m.details_not_employed,
  'employment.other': m.details_other,
};

function textOf(problem: DetailProblem, state: string): string {
  switch (problem.key) {
    case 'zip':
      return m.details_wrong_zip();
    case 'zip-state':
      return m.details_wrong_zip_state({ state: stateText(state) });
    case 'birth-date':
      return m.details_wrong_birth();
    case 'underage':
      return m.details_wrong_age();
    case 'ssn-ending':
      return m.details_wrong_ssn();
    case 'required':
    case 'email':
    case 'name':
    case 'phone':
    case 'comma':
    case 'max':
    case 'amount':
      return problemText(problem);
  }
}
