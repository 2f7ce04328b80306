import { useId } from 'react';
import * as m from '#messages';
import { textOn } from '@lintel/contract/core/color';
import type { ColorScheme } from '@lintel/contract/marketing/constants';
import classes from './color-scheme-picker.module.css';

interface Props {
  schemes: readonly ColorScheme[];
  /** The selected scheme's key. */
  value: string;
  onChange: (scheme: ColorScheme) => void;
  label?: string;
}

/** Selects a color scheme, each shown as its button would look. */
export function ColorSchemePicker({
  schemes,
  value,
  onChange,
  label = m.common_colorScheme(),
}: Props) {
  const name = useId();
  return (
    <fieldset className={classes.picker}>
      <legend>{label}</legend>
      <div className={classes.schemes}>
        {schemes.map((scheme) => (
          <label key={scheme.key} className={classes.scheme}>
            <input
              type="radio"
              name={name}
              value={scheme.key}
              checked={scheme.key === value}
              onChange={() => onChange(scheme)}
            />
            <Swatch scheme={scheme} />
            <span className={classes.name}>{scheme.key}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function Swatch({ scheme: { color1, color2, color3 } }: { scheme: ColorScheme }) {
  const first = `#${color1}`;
  return (
    <span className={classes.swatch} aria-hidden>
      <span style={{ background: first, color: textOn(first, `#${color3}`) }}>
        {m.common_colorScheme_sample()}
      </span>
      <span style={{ background: `#${color2}` }} />
    </span>
  );
}
