import { useEffect, useState } from 'react';
import * as m from '#messages';
import {
  passwordRules,
  passwordSpecials,
  type PasswordOwner,
} from '@lintel/contract/identity/password';
import { passwordStrength, type Strength } from '../lib/password-strength.ts';
import { IconCheck, IconX } from './icons.ts';
import { Rich } from './rich.tsx';
import classes from './password-meter.module.css';

const demands = passwordRules.filter(({ forbids }) => !forbids);
const bans = passwordRules.filter(({ forbids }) => forbids);

/** Milliseconds without input before a password is rated. */
const pause = 200;

type Owner = Omit<PasswordOwner, 'product'>;
const noOwner: Owner = { email: '', firstname: '', lastname: '', company: null };

/** The strength of the password; the last rating stays until there is a new one. */
function useStrength(value: string, owner: Owner): Strength | null {
  const [strength, setStrength] = useState<Strength | null>(null);
  const { email, firstname, lastname, company } = owner;
  useEffect(() => {
    if (value === '') return undefined;
    let isLatest = true;
    const measure = async (): Promise<void> => {
      const found = await passwordStrength(value, { email, firstname, lastname, company }).catch(
        () => null,
      );
      if (isLatest) setStrength(found);
    };
    const timer = setTimeout(() => void measure(), pause);
    return () => {
      isLatest = false;
      clearTimeout(timer);
    };
  }, [value, email, firstname, lastname, company]);
  return strength;
}

interface Props {
  value: string;
  errorText?: string | undefined;
  /** The user, whose personal details make bad passwords. */
  owner?: Owner;
}

/**
 * The rules of a new password, ticked off during typing. A violation appears when it occurs, unless
 * the field already shows it (`said`). After all rules are met, the strength appears.
 */
export function PasswordMeter({ value, errorText, owner = noOwner }: Props) {
  const strength = useStrength(value, owner);
  const met = demands.filter(({ holds }) => holds(value)).length;
  const broken = bans.filter(({ holds }) => !holds(value));
  const level = broken.length > 0 ? 'bad' : met === demands.length ? 'good' : 'open';
  return (
    <div className={classes.meter} data-level={level}>
      <div className={classes.bar} aria-hidden>
        {demands.map(({ message }, index) => (
          <span key={message} data-on={index < met || undefined} />
        ))}
      </div>
      <ul className={classes.rules} aria-label={m.common_password_rules()}>
        {demands.map(({ message, holds }) => (
          <Rule key={message} message={message} state={holds(value) ? 'met' : 'open'} />
        ))}
        {broken
          .filter(({ message }) => message !== errorText)
          .map(({ message }) => (
            <Rule key={message} message={message} state="broken" />
          ))}
      </ul>
      <p className={classes.specials}>
        <Rich
          text={m.common_password_specials({ passwordSpecials })}
          parts={{ span: (words) => <span className={classes.set}>{words}</span> }}
        />
      </p>
      <p className={classes.strength} role="status" data-enough={strength?.isEnough}>
        {level === 'good' && strength?.words}
      </p>
    </div>
  );
}

const words = {
  met: 'done',
  open: m.common_password_toDo(),
  broken: m.common_password_notAllowed(),
};

function Rule({ message, state }: { message: string; state: keyof typeof words }) {
  return (
    <li data-state={state}>
      <span className={classes.mark} aria-hidden>
        {state === 'met' && <IconCheck size={12} stroke={3} />}
        {state === 'broken' && <IconX size={12} stroke={3} />}
      </span>
      <span className={classes.message}>{message}</span>
      <span className={classes.spoken}>: {words[state]}</span>
    </li>
  );
}
