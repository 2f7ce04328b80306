import { useId } from 'react';
import classes from './option-pills.module.css';

interface Props {
  label: string;
  options: readonly { value: string; label: string }[];
  value: string;
  onChange: (value: string) => void;
}

/** A choice of a few short options, all in view; they wrap where there is little room. */
export function OptionPills({ label, options, value, onChange }: Props) {
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
