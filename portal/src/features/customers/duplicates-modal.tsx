import { useState } from 'react';
import { Button, Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import * as m from '#messages';
import type { AlikePair } from '@lintel/contract/customers/merge';
import type { Namesake } from '@lintel/contract/customers/customer';
import { formatPhone } from '../../lib/format.ts';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { MergeModal } from './merge-modal.tsx';
import { duplicatesQuery } from './import-requests.ts';
import classes from './pairs.module.css';

const contactText = ({ phone, email, city }: Namesake): string =>
  [phone && formatPhone(phone), email, city].filter(Boolean).join(' · ');

/** Possible duplicates, by phone or e-mail. */
export function DuplicatesModal({ userId, onClose }: { userId: number; onClose(): void }) {
  const pairs = useQuery(duplicatesQuery(userId));
  const [merging, setMerging] = useState<AlikePair | null>(null);
  if (merging !== null)
    return (
      <MergeModal
        id={merging.one.id}
        otherId={merging.other.id}
        onClose={() => setMerging(null)}
        onDone={() => setMerging(null)}
      />
    );
  return (
    <Modal opened onClose={onClose} title={m.customers_duplicates_title()} size={620}>
      {pairs.isError && <ErrorState onRetry={() => void pairs.refetch()} />}
      {pairs.isPending && <SkeletonRows columns={2} rows={3} />}
      {pairs.data?.length === 0 && (
        <EmptyState
          title={m.customers_duplicates_none()}
          text={m.customers_duplicates_noneText()}
        />
      )}
      <ul className={classes.list}>
        {pairs.data?.map((pair) => (
          <li key={`${pair.one.id} ${pair.other.id}`}>
            <div className={classes.words}>
              {[pair.one, pair.other].map((one) => (
                <span key={one.id}>
                  <strong>{one.name}</strong> {contactText(one)}
                </span>
              ))}
            </div>
            <Button variant="default" onClick={() => setMerging(pair)}>
              {m.customers_duplicates_compare()}
            </Button>
          </li>
        ))}
      </ul>
    </Modal>
  );
}
