import type { ReactNode } from 'react';
import { amountRange, creditBands, projects } from '@lintel/contract/applications/constants';
import { usStates } from '@lintel/contract/core/us-states';
import { dollarsWhole } from '../money.ts';

interface FieldProps {
  name: string;
  value: string;
  error: string | undefined;
  onChange(value: string): void;
  /** The person goes on to something else. */
  onLeave(): void;
}

interface Shape {
  label: string;
  help?: string;
  type?: string;
  inputMode?: 'decimal' | 'tel' | 'email';
  autoComplete?: string;
  maxLength?: number;
  placeholder?: string;
}

const texts: Record<string, Shape> = {
  requestedAmount: {
    label: 'About how much will it cost?',
    help: `Between ${dollarsWhole(amountRange.min)} and ${dollarsWhole(amountRange.max)}`,
    inputMode: 'decimal',
    placeholder: '$15,000',
    maxLength: 12,
  },
  firstName: { label: 'First name', autoComplete: 'given-name', maxLength: 100 },
  lastName: { label: 'Last name', autoComplete: 'family-name', maxLength: 100 },
  email: {
    label: 'E-mail',
    type: 'email',
    inputMode: 'email',
    autoComplete: 'email',
    maxLength: 250,
  },
  phone: {
    label: 'Mobile phone',
    type: 'tel',
    inputMode: 'tel',
    autoComplete: 'tel-national',
    placeholder: '555-555-0123',
    maxLength: 20,
  },
  city: { label: 'City', autoComplete: 'address-level2', maxLength: 100 },
};

const choices: Record<
  string,
  { label: string; options: [string, string][]; autoComplete?: string }
> = {
  project: { label: 'What is your project?', options: projects.map((one) => [one, one]) },
  state: { label: 'State', options: Object.entries(usStates), autoComplete: 'address-level1' },
};

/** One field of the form, by its name in the contract. */
export function Field(props: FieldProps) {
  if (props.name === 'creditBand') return <CreditBandField {...props} />;
  const choice = choices[props.name];
  const text = texts[props.name];
  const described = {
    id: `field-${props.name}`,
    name: props.name,
    value: props.value,
    ...stateOf(props),
  };
  if (choice) {
    return (
      <Labelled {...props} label={choice.label}>
        <select
          {...described}
          autoComplete={choice.autoComplete}
          onChange={(event) => props.onChange(event.target.value)}
        >
          <option value="">Please select</option>
          {choice.options.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </Labelled>
    );
  }
  const { label = props.name, help, ...rest } = text ?? {};
  return (
    <Labelled {...props} label={label} help={help}>
      <input
        {...described}
        {...rest}
        onChange={(event) => props.onChange(maskOf(props.name)(event.target.value))}
        onBlur={props.onLeave}
      />
    </Labelled>
  );
}

const stateOf = ({ name, error }: FieldProps) => ({
  'aria-invalid': error ? true : undefined,
  'aria-describedby': error ? `error-${name}` : `help-${name}`,
  required: true,
});

/** Digits as 3-3-4; dollars with thousands separated. Anything else stays as typed. */
function maskOf(name: string): (value: string) => string {
  if (name === 'phone') {
    return (value) => {
      const digits = value
        .replace(/\D/g, '')
        .replace(/^1(?=\d{10})/, '')
        .slice(0, 10);
      return [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)].filter(Boolean).join('-');
    };
  }
  if (name !== 'requestedAmount') return (value) => value;
  return (value) => {
    const [whole = '', ...cents] = value.replace(/[^\d.]/g, '').split('.');
    const grouped = whole.replace(/^0+(?=\d)/, '').replace(/\B(?=(\d{3})+$)/g, ',');
    return grouped === ''
      ? ''
      : `$${grouped}${cents.length > 0 ? `.${(cents[0] ?? '').slice(0, 2)}` : ''}`;
  };
}

function Labelled({
  name,
  label,
  help,
  error,
  children,
}: FieldProps & { label: string; help?: string | undefined; children: ReactNode }) {
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

function CreditBandField({ value, error, onChange }: FieldProps) {
  return (
    <fieldset className="field bands" aria-describedby={error ? 'error-creditBand' : undefined}>
      <legend>How would you rate your credit?</legend>
      {Object.entries(creditBands).map(([band, label]) => (
        <label key={band} className="band-choice">
          <input
            type="radio"
            name="creditBand"
            value={band}
            checked={value === band}
            onChange={() => onChange(band)}
          />
          <span>{label}</span>
        </label>
      ))}
      {error && (
        <p className="error" id="error-creditBand">
          {error}
        </p>
      )}
    </fieldset>
  );
}
