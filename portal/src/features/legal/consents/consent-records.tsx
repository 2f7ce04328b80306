import { useState } from 'react';
import { Button } from '@mantine/core';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import * as m from '#messages';
import {
  consentPageSizes,
  type ConsentRecord,
  type findConsents,
} from '@lintel/contract/applications/consents';
import { call } from '../../../lib/api/call.ts';
import { formatCount, formatPhone, formatShortDate } from '../../../lib/format.ts';
import { failureText } from '../../../lib/failure.ts';
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

/** Finds a homeowner's consents and downloads their record. */
export function ConsentRecords() {
  const [{ search, limit }, setView] = useState({ search: '', limit: 10 });
  const { data, error, refetch, isFetching } = useQuery(recordsQuery(search, limit));
  const isSearching = search.trim() !== '';
  const larger = consentPageSizes.find((size) => size > limit);
  return (
    <Card title={m.legal_records_title()} text={m.legal_records_purpose()}>
      <SearchField
        value={search}
        onChange={(next) => setView({ search: next, limit: 10 })}
        label={m.legal_records_search()}
        placeholder={m.legal_records_searchPlaceholder()}
      />
      {isSearching && error !== null && (
        <ErrorState text={failureText(error)} onRetry={() => void refetch()} />
      )}
      {isSearching && error === null && data === undefined && <SkeletonRows columns={2} rows={2} />}
      {isSearching && data !== undefined && (
        <div aria-busy={isFetching} role="status">
          {data.total === 0 ? (
            <p className={classes.quiet}>{m.legal_records_noMatch()}</p>
          ) : (
            <ul className={classes.records} aria-label={m.legal_records_title()}>
              {data.data.map((record) => (
                <RecordCard key={record.applicationId} record={record} />
              ))}
            </ul>
          )}
          {data.total > data.data.length && larger !== undefined && (
            <Button variant="subtle" onClick={() => setView({ search, limit: larger })}>
              {m.legal_records_showMore({
                total: formatCount(
                  data.total,
                  m.legal_records_count_one(),
                  m.legal_records_count_many(),
                ),
              })}
            </Button>
          )}
        </div>
      )}
    </Card>
  );
}

const contactWords = {
  given: [m.legal_records_agreed(), 'green'],
  declined: [m.legal_records_declined(), 'grey'],
  withdrawn: [m.legal_records_withdrawn(), 'amber'],
} as const;

function RecordCard({ record }: { record: ConsentRecord }) {
  const { applicationId, companyName, applicantName, applicantEmail, applicantPhone } = record;
  const [words, tone] = record.contact === null ? [] : contactWords[record.contact];
  const reached = [applicantEmail, formatPhone(applicantPhone)].filter((one) => one !== '');
  return (
    <li>
      <div>
        <strong>{applicantName || m.legal_records_removed()}</strong>
        <span>
          {m.legal_records_line({
            applicationId,
            companyName,
            sentAt: formatShortDate(record.sentAt),
          })}
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
