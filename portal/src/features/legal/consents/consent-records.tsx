import { useState } from 'react';
import { Button } from '@mantine/core';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import {
  consentPageSizes,
  type ConsentRecord,
  type findConsents,
} from '@lintel/contract/applications/consents';
import { call } from '../../../lib/api/call.ts';
import { formatCount, formatPhone, formatShortDate } from '../../../lib/format.ts';
import { failureText } from '../../../lib/unexpected.ts';
import { Card } from '../../../ui/card.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { SkeletonRows } from '../../../ui/skeleton-rows.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { RecordButton } from './record-button.tsx';
import classes from './consents.module.css';

const getRecords = call<typeof findConsents>({ method: 'GET', path: '/manage/consents' });

const recordsQuery = (search: string, limit: number) =>
  queryOptions({
    queryKey: ['consent-records', search, limit],
    queryFn: ({ signal }) => getRecords({ query: { search, limit } }, { signal }),
    placeholderData: keepPreviousData,
    enabled: search.trim() !== '',
  });

/** Finds what a homeowner agreed to, and hands out the record of it. */
export function ConsentRecords() {
  const [{ search, limit }, setView] = useState({ search: '', limit: 10 });
  const { data, error, refetch, isFetching } = useQuery(recordsQuery(search, limit));
  const asked = search.trim() !== '';
  const larger = consentPageSizes.find((size) => size > limit);
  return (
    <Card
      title="Records of consents"
      text="What a homeowner agreed to, when, from which address, and every text in full. Each download is noted in the audit log."
    >
      <SearchField
        value={search}
        onChange={(next) => setView({ search: next, limit: 10 })}
        label="Search the records of consents"
        placeholder="Application number, e-mail or phone"
      />
      {asked && error !== null && (
        <ErrorState text={failureText(error)} onRetry={() => void refetch()} />
      )}
      {asked && error === null && data === undefined && <SkeletonRows columns={2} rows={2} />}
      {asked && data !== undefined && (
        <div aria-busy={isFetching} role="status">
          {data.total === 0 ? (
            <p className={classes.quiet}>
              Nobody with this number, e-mail address or phone number has agreed to anything.
            </p>
          ) : (
            <ul className={classes.records} aria-label="Records of consents">
              {data.data.map((record) => (
                <Found key={record.applicationId} record={record} />
              ))}
            </ul>
          )}
          {data.total > data.data.length && larger !== undefined && (
            <Button variant="subtle" onClick={() => setView({ search, limit: larger })}>
              Show more of {formatCount(data.total, 'record')}
            </Button>
          )}
        </div>
      )}
    </Card>
  );
}

const contactWords = {
  given: ['Calls and texts: agreed', 'green'],
  declined: ['Calls and texts: not agreed', 'grey'],
  withdrawn: ['Calls and texts: withdrawn', 'amber'],
} as const;

function Found({ record }: { record: ConsentRecord }) {
  const { applicationId, companyName, applicantName, applicantEmail, applicantPhone } = record;
  const [words, tone] = record.contact === null ? [] : contactWords[record.contact];
  const reached = [applicantEmail, formatPhone(applicantPhone)].filter((one) => one !== '');
  return (
    <li>
      <div>
        <strong>{applicantName || 'Personal data removed'}</strong>
        <span>
          Application {applicationId} · {companyName} · {formatShortDate(record.sentAt)}
        </span>
        <span>{reached.join(' · ')}</span>
      </div>
      <div className={classes.actions}>
        {words !== undefined && tone !== undefined && <StatusBadge status={words} tone={tone} />}
        <RecordButton applicationId={applicationId} />
      </div>
    </li>
  );
}
