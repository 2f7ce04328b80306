import * as m from '#messages';
import { useEffect, useRef } from 'react';
import { phoneText } from '@lintel/contract/core/field-rules';
import type { IslandData } from './island-data.ts';
import type { ApplicationControls } from './use-application.ts';

export interface ResultProps {
  data: IslandData;
  used: ApplicationControls;
}

/** Moves the focus to the heading of new content, so that screen readers announce it. */
export function Heading({ children }: { children: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <h3 ref={heading} tabIndex={-1}>
      {children}
    </h3>
  );
}

export function Searching() {
  return (
    <div className="searching" role="status">
      <Heading>{m.result_searching()}</Heading>
      <progress aria-label={m.result_waiting()} />
      <p>{m.result_searching_text()}</p>
    </div>
  );
}

export const CallLink = ({ phone }: { phone: string }) => (
  <a href={`tel:+1${phone}`}>{phoneText(phone)}</a>
);

export function StartOver({ used }: { used: ApplicationControls }) {
  return (
    <button type="button" className="plain" onClick={used.startOver}>
      {m.result_start_over()}
    </button>
  );
}
