import { useQuery } from '@tanstack/react-query';
import { useSession } from '../../lib/session.ts';
import type { LoadContext } from '../../routes/router-context.ts';
import { Card } from '../../ui/card.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { contractorsQuery } from './api/get-contractors.ts';
import { viewsQuery } from './api/views.ts';
import { ContractorFilterBar } from './contractor-filters.tsx';
import { ContractorList } from './contractor-list.tsx';
import { rightsOf } from './contractors-access.ts';
import { isFiltered } from './contractors-view.ts';
import { ListTools } from './list-tools.tsx';
import { RowDialogs } from './row-dialogs.tsx';
import { useColumns } from './use-columns.ts';
import { useContractorsView } from './use-contractors-view.ts';
import { useRowTools } from './use-row-tools.ts';

/** The columns come first, so that the table does not change under the eyes. */
export const load = ({ client }: LoadContext): Promise<void> => client.prefetchQuery(viewsQuery);

/** Every contractor account, for staff: find, edit, switch into it. */
export function ContractorsPage() {
  const rights = rightsOf(useSession());
  const { view, change } = useContractorsView();
  const list = useQuery(contractorsQuery(view));
  const columns = useColumns();
  const { tools, dialog, close } = useRowTools(rights);
  return (
    <>
      <PageHeader
        title="Contractors"
        purpose="Every contractor account, its plan and its payment status."
        action={<ListTools view={view} onView={change} columns={columns} />}
      />
      <Card bare>
        <ContractorFilterBar filters={view} onChange={change} />
        <ContractorList list={list} view={view} onView={change} filtered={isFiltered(view)} shown={columns.shown} tools={tools} />
      </Card>
      <RowDialogs dialog={dialog} rights={rights} onClose={close} />
    </>
  );
}
