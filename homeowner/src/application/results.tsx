import * as m from '#messages';
import { useEffect, useRef } from 'react';
import { phoneText } from '@lintel/contract/core/field-rules';
import type { IslandData } from './island-data.ts';
import type { UsedApplication } from './use-application.ts';

export interface ResultProps {
  data: IslandData;
  used: UsedApplication;
}

/** What has just appeared is read out by moving to its heading. */
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

/** Nobody has an offer: said kindly, with what one can do. */
export function NoOffers({ data, used }: ResultProps) {
  return (
    <>
      <Heading>{m.result_none()}</Heading>
      <p>{m.result_none_text()}</p>
      {data.phone !== '' && (
        <p>
          {m.result_none_call({ company: data.companyName })} <CallLink phone={data.phone} />
        </p>
      )}
      <StartOver used={used} />
    </>
  );
}

/** The same homeowner has one under way, which this browser may not show. */
export function Joined({ data, used }: ResultProps) {
  return (
    <>
      <Heading>{m.joined_title()}</Heading>
      <p>{m.joined_text({ company: data.companyName })}</p>
      <p>{m.joined_more()}</p>
      {data.phone !== '' && (
        <p>
          {m.joined_help({ company: data.companyName })} <CallLink phone={data.phone} />
        </p>
      )}
      <StartOver used={used} />
    </>
  );
}

/** The homeowner has ended it. */
export function Withdrawn({ data, used }: ResultProps) {
  return (
    <>
      <Heading>{m.result_withdrawn()}</Heading>
      <p>{m.result_withdrawn_text({ company: data.companyName })}</p>
      <StartOver used={used} />
    </>
  );
}

export const CallLink = ({ phone }: { phone: string }) => (
  <a href={`tel:+1${phone}`}>{phoneText(phone)}</a>
);

export function StartOver({ used }: { used: UsedApplication }) {
  return (
    <button type="button" className="plain" onClick={used.startOver}>
      {m.result_start_over()}
    </button>
  );
}
