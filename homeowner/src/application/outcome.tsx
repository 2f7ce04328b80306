import * as m from '#messages';
import { Confirm } from './confirm.tsx';
import { Offers } from './offers.tsx';
import { CallLink, Heading, StartOver, type ResultProps } from './results.tsx';

/** The result of a sent application. */
export function Outcome(props: ResultProps) {
  const status = props.used.application?.status;
  if (status === 'offers') return <Offers {...props} />;
  if (status === 'no_offers') return <NoOffers {...props} />;
  if (status === 'confirm') return <Confirm {...props} />;
  return status === 'joined' ? <MergedApplication {...props} /> : <Withdrawn {...props} />;
}

/** No lender has an offer: a kind message, and what to do next. */
function NoOffers({ data, used }: ResultProps) {
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

/** The same contact details have an application in progress, which this browser can't show. */
function MergedApplication({ data, used }: ResultProps) {
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

/** The homeowner ended it. */
function Withdrawn({ data, used }: ResultProps) {
  return (
    <>
      <Heading>{m.result_withdrawn()}</Heading>
      <p>{m.result_withdrawn_text({ company: data.companyName })}</p>
      <StartOver used={used} />
    </>
  );
}
