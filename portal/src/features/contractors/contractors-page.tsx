import type { LoadContext } from '../../routes/router-context.ts';
import { Card } from '../../ui/card.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { viewsQuery } from './api/views.ts';
import { ContractorFilterBar } from './contractor-filters.tsx';
import { ContractorList } from './contractor-list.tsx';
import { isFiltered } from './contractors-view.ts';
import { ListTools } from './list-tools.tsx';
import { RowDialogs } from './row-dialogs.tsx';
import { useContractorsPage } from './use-contractors-page.ts';

/** The columns come first, so that the table does not change under the eyes. */
export const load = ({ client }: LoadContext): Promise<void> => client.prefetchQuery(viewsQuery);

/** Every contractor account, for staff: find, edit, switch into it. */
export function ContractorsPage() {
  const { rights, view, change, list, columns, tools, dialog, close } = useContractorsPage();
  return (
    <>
      <PageHeader
        title="Contractors"
        purpose="Every contractor account, its plan and its payment status."
        action={<ListTools view={view} onView={change} columns={columns} />}
      />
      <Card bare>
        <ContractorFilterBar filters={view} onChange={change} />
        <ContractorList
          list={list}
          view={view}
          onView={change}
          filtered={isFiltered(view)}
          shown={columns.shown}
          tools={tools}
        />
      </Card>
      <RowDialogs dialog={dialog} rights={rights} onClose={close} />
    </>
  );
}
