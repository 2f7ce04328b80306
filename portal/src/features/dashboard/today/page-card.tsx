import { useState } from 'react';
import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import * as m from '#messages';
import { Card } from '../../../ui/card.tsx';
import { CopyField } from '../../../ui/copy-field.tsx';
import { Link } from '../../../ui/link.tsx';
import { pagesQuery } from '../page-widgets.ts';
import { PageActions } from './page-actions.tsx';

/** The public address for homeowners, with ways to share it; with several pages, a choice. */
export function PageCard({ contractorId }: { contractorId: number }) {
  const { data } = useQuery(pagesQuery(contractorId));
  const [chosen, setChosen] = useState('');
  const pages = data?.data ?? [];
  const page = pages.find(({ pageName }) => pageName === chosen) ?? pages[0];
  if (page === undefined) return null;
  const { id, params, pageName, fullUrl } = page;
  const label = params.title || pageName;
  const isOne = pages.length === 1;
  return (
    <Card
      title={isOne ? m.dashboard_page_yours_one() : m.dashboard_page_yours_many()}
      action={
        <Link to="/co-branded">
          {isOne ? m.dashboard_page_manage_one() : m.dashboard_page_manage_many()}
        </Link>
      }
    >
      {!isOne && (
        <NativeSelect
          mb={8}
          aria-label={m.dashboard_page_which()}
          value={pageName}
          onChange={({ currentTarget }) => setChosen(currentTarget.value)}
          data={pages.map((one) => one.pageName)}
        />
      )}
      <CopyField label={m.dashboard_page_address({ label })} value={fullUrl} href={fullUrl} />
      <PageActions key={id} id={id} label={label} url={fullUrl} />
    </Card>
  );
}
