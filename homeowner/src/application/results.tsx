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
      <Heading>Lenders are looking at your application</Heading>
      <progress aria-label="Waiting for lenders" />
      <p>
        This takes a few seconds. You can leave this page: your offers will be here when you come
        back, and we e-mail you a link that opens them on any device.
      </p>
    </div>
  );
}

/** Nobody has an offer: said kindly, with what one can do. */
export function NoOffers({ data, used }: ResultProps) {
  return (
    <>
      <Heading>No lender has an offer for you today</Heading>
      <p>
        This is not a verdict on you or your project. Lenders only look at a few numbers, and those
        can change. It is often worth trying a smaller amount or applying with someone in your
        household.
      </p>
      {data.phone !== '' && (
        <p>
          {data.companyName} may know another way: <CallLink phone={data.phone} />
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
      <Heading>Your application is withdrawn</Heading>
      <p>
        {data.companyName} and the lender that you chose, if you chose one, know about it. Nothing
        more happens, and links in our messages no longer open it.
      </p>
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
      Start a new application
    </button>
  );
}
