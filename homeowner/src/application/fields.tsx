import * as m from '#messages';
import type { KeyboardEvent, ReactNode } from 'react';
import {
  applicationFields,
  listOptions,
  type ApplicationField,
  type FieldDescription,
} from '@lintel/contract/applications/fields';
import { phoneDigits } from '@lintel/contract/core/field-rules';
import { formatCents, readHundredths } from '@lintel/contract/core/numbers';
import { fieldExample, fieldHelp, fieldLabel, optionText } from './field-texts.ts';

interface FieldProps {
  name: ApplicationField;
  value: string;
  error: string | undefined;
  onChange(value: string): void;
  /** Called when the focus leaves the field. */
  onLeave(): void;
}
type Kind = FieldDescription['kind'];
type FieldDescriptionOf<Of extends Kind> = Extract<FieldDescription, { kind: Of }>;

/** One field of the form, rendered from the contract's description. */
export function Field(props: FieldProps) {
  const field = applicationFields[props.name];
  if (field.kind !== 'choice') return <Line {...props} field={field} />;
  return field.shownAs === 'radios' ? (
    <Radios {...props} field={field} />
  ) : (
    <List {...props} field={field} />
  );
}

interface ControlProps {
  name: string;
  value: string;
  error: string | undefined;
}

interface LineFormat {
  type?: string;
  inputMode?: 'decimal' | 'tel' | 'email';
  autoCapitalize?: 'words' | 'none';
  spellCheck?: boolean;
  /** For values with separators between their digits. */
  maxLength?: number;
  /** Formats the typed value when the field loses the focus; it doesn't change while typing. */
  mask?(value: string): string;
}

const looks: Record<Exclude<Kind, 'choice'>, LineFormat> = {
  text: { autoCapitalize: 'words' },
  name: { autoCapitalize: 'words', spellCheck: false },
  email: { type: 'email', inputMode: 'email', autoCapitalize: 'none', spellCheck: false },
  phone: {
    type: 'tel',
    inputMode: 'tel',
    maxLength: 40,
    mask: phoneMask,
  },
  amount: { inputMode: 'decimal', maxLength: 40, mask: amountMask },
};

function Line({
  field,
  ...props
}: FieldProps & { field: FieldDescriptionOf<Exclude<Kind, 'choice'>> }) {
  const { mask = (value: string) => value, maxLength, ...look } = looks[field.kind];
  const isOptional = 'optional' in field && field.optional;
  return (
    <LabeledField {...props} label={fieldLabel(props.name)} help={fieldHelp(props.name)}>
      <input
        {...inputProps(props)}
        {...look}
        placeholder={fieldExample(props.name)}
        autoComplete={field.autoComplete}
        maxLength={maxLength ?? ('max' in field ? field.max : undefined)}
        required={!isOptional}
        enterKeyHint="next"
        onKeyDown={submitOnEnter}
        onChange={({ currentTarget }) => props.onChange(currentTarget.value)}
        onBlur={() => {
          if (mask(props.value) !== props.value) props.onChange(mask(props.value));
          props.onLeave();
        }}
      />
    </LabeledField>
  );
}

/**
 * On a phone, Enter moves to the next unanswered field and submits the step when there are none
 * left. Other keyboards submit at once, as usual.
 */
export function submitOnEnter(event: KeyboardEvent<HTMLInputElement>): void {
  const { form } = event.currentTarget;
  if (event.key !== 'Enter' || form === null || !matchMedia('(pointer: coarse)').matches) return;
  const controls = [...form.elements];
  const missing = controls
    .slice(controls.indexOf(event.currentTarget) + 1)
    .find((one) => one.matches(':required:invalid'));
  if (!(missing instanceof HTMLElement)) return;
  event.preventDefault();
  missing.focus();
}

function List({ field, ...props }: FieldProps & { field: FieldDescriptionOf<'choice'> }) {
  return (
    <LabeledField {...props} label={fieldLabel(props.name)} help={fieldHelp(props.name)}>
      <select
        {...inputProps(props)}
        autoComplete={field.autoComplete}
        required
        onChange={(event) => props.onChange(event.target.value)}
      >
        <option value="">{m.form_select()}</option>
        {listOptions(field.options).map(([value, label]) => (
          <option key={value} value={value}>
            {optionText(value, label)}
          </option>
        ))}
      </select>
    </LabeledField>
  );
}

function Radios({
  name,
  value,
  error,
  onChange,
  field,
}: FieldProps & { field: FieldDescriptionOf<'choice'> }) {
  return (
    <fieldset className="field bands" aria-describedby={error ? `error-${name}` : undefined}>
      <legend>{fieldLabel(name)}</legend>
      {listOptions(field.options).map(([option, label]) => (
        <label key={option} className="band-choice">
          <input
            type="radio"
            name={name}
            value={option}
            checked={value === option}
            onChange={() => onChange(option)}
          />
          <span>{optionText(option, label)}</span>
        </label>
      ))}
      {error && (
        <p className="error" id={`error-${name}`}>
          {error}
        </p>
      )}
    </fieldset>
  );
}

/** A control's attributes, with the message that describes it. */
export const inputProps = ({ name, value, error }: ControlProps) => ({
  id: `field-${name}`,
  name,
  value,
  'aria-invalid': error ? true : undefined,
  'aria-describedby': error ? `error-${name}` : `help-${name}`,
});

/** Formats ten digits as 3-3-4; anything else is unchanged. */
function phoneMask(value: string): string {
  const digits = phoneDigits(value);
  return /^\d{10}$/.test(digits)
    ? `${digits.slice(0, 3)}-${digits.slice(3, 6)}-${digits.slice(6)}`
    : value;
}

/** Formats dollars with thousands separators; invalid amounts are unchanged. */
export function amountMask(value: string): string {
  const cents = readHundredths(value);
  return cents === null || cents < 0 ? value : formatCents(cents).replace(/\.00$/, '');
}

interface LabeledFieldProps {
  name: string;
  label: string;
  help: string | undefined;
  error: string | undefined;
  children: ReactNode;
}

/** A control with its label, and its error or help below. */
export function LabeledField({ name, label, help, error, children }: LabeledFieldProps) {
  return (
    <div className="field">
      <label htmlFor={`field-${name}`}>{label}</label>
      {children}
      {error ? (
        <p className="error" id={`error-${name}`}>
          {error}
        </p>
      ) : (
        <p className="help" id={`help-${name}`}>
          {help}
        </p>
      )}
    </div>
  );
}
