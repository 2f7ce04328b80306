import { useState } from 'react';
import { Select } from '@mantine/core';
import * as m from '#messages';
import { accessTo } from '@lintel/contract/core/access';
import { may, useSession } from '../lib/session.ts';
import { localStore } from '../lib/storage.ts';
import { Card } from './card.tsx';
import { Link } from './link.tsx';
import { EmptyState } from './states.tsx';

interface PageSelectorProps {
  pages: readonly { id: number; pageName: string }[];
  value: number;
  onChange: (id: number) => void;
  label?: string;
}

/** Selects one of the contractor's co-branded pages; hidden with fewer than two. */
export function PageSelector({
  pages,
  value,
  onChange,
  label = m.common_pageSelector_title(),
}: PageSelectorProps) {
  if (pages.length < 2) return null;
  return (
    <Select
      label={label}
      data={pages.map(({ id, pageName }) => ({ value: String(id), label: pageName }))}
      value={String(value)}
      onChange={(id) => id !== null && onChange(Number(id))}
      maw={360}
    />
  );
}

const storageKey = (contractorId: number): string => `lintel.page.${contractorId}`;

/**
 * The last selected page, here or on another screen, stored per contractor; the first one if that
 * is gone.
 */
export function useChosenPage<Page extends { id: number }>(
  contractorId: number,
  pages: readonly Page[],
) {
  const [chosen, setChosen] = useState(() => Number(localStore.get(storageKey(contractorId))));
  const choose = (id: number): void => {
    localStore.set(storageKey(contractorId), String(id));
    setChosen(id);
  };
  return { page: pages.find(({ id }) => id === chosen) ?? pages[0], choose };
}

interface NoPagesNoticeProps {
  title?: string;
  /** Why a page is needed here. */
  text: string;
}

/** Explains that there is no financing page yet; users who may create one get a link. */
export function NoPagesNotice({ title = m.common_pageSelector_empty(), text }: NoPagesNoticeProps) {
  const toPage = may(useSession(), accessTo('co-branded')) && (
    <Link to="/co-branded" look="button">
      {m.common_pageSelector_create()}
    </Link>
  );
  return (
    <Card>
      <EmptyState title={title} text={text} action={toPage} />
    </Card>
  );
}
