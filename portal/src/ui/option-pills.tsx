import { useId } from 'react';
import classes from './option-pills.module.css';

interface Props<Value extends string> {
  label: string;
  options: readonly { value: Value; label: string }[];
  value: Value;
  onChange: (value: Value) => void;
}

/** A choice of a few short options, all visible; they wrap in narrow spaces. */
export function OptionPills<Value extends string>({
  label,
  options,
  value,
  onChange,
}: Props<Value>) {
  const name = useId();
  return (
    <fieldset className={classes.pills}>
      <legend>{label}</legend>
      <div>
        {options.map((option) => (
          <label key={option.value}>
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
