import { useState } from 'react';
import { Button, Tooltip, type ButtonProps } from '@mantine/core';
import * as m from '#messages';

/** How long the reason shows after a tap, in milliseconds: unlike hover, a tap has no end. */
const tapLife = 4000;

interface Props extends ButtonProps {
  /** Whether the team user limit is reached. */
  full: boolean;
  onClick: () => void;
  'aria-label'?: string;
  'data-opens'?: string;
}

/** A button that is disabled at the team user limit and explains why on hover, tap, and focus. */
export function LimitedButton({ full, onClick, ...button }: Props) {
  const [tapped, setTapped] = useState(false);
  const explain = (): void => {
    setTapped(true);
    setTimeout(() => setTapped(false), tapLife);
  };
  return (
    <Tooltip
      label={m.identity_team_limitReached()}
      disabled={!full}
      {...(tapped && { opened: true })}
      events={{ hover: true, focus: true, touch: true }}
      multiline
      maw={280}
    >
      <Button
        {...button}
        data-disabled={full}
        aria-disabled={full}
        onClick={full ? explain : onClick}
      />
    </Tooltip>
  );
}
