import { useQuery, useQueryClient } from '@tanstack/react-query';
import * as m from '#messages';
import {
  contractorColumns,
  type ContractorColumn,
} from '@lintel/contract/contractors/manage-constants';
import type { ContractorView } from '@lintel/contract/contractors/views';
import { confirmDelete } from '../../lib/form/confirmations.ts';
import { notifyFailure } from '../../lib/failure.ts';
import { useAction } from '../../lib/use-action.ts';
import { ColumnsMenu } from '../../ui/columns-menu.tsx';
import { NewLeadButton } from '../leads/index.ts';
import { columnTitles } from './contractor-columns.tsx';
import { toFilters, type ContractorsView } from './contractors-view.ts';
import { chooseColumns, deleteView, viewsQuery } from './requests.ts';
import { ViewsMenu } from './views-menu.tsx';
import classes from './contractors.module.css';

/** Confirms and deletes a saved view. */
const useDeleteView = () =>
  useAction({
    ask: ({ name }: ContractorView) =>
      confirmDelete(m.contractors_views_delete(), m.contractors_views_deleteText({ name })),
    call: ({ id }) => deleteView(id),
    refresh: [viewsQuery.queryKey],
    refreshAlways: true,
  });

/** The user's visible columns, stored for the next visit. */
export function useColumns() {
  const client = useQueryClient();
  const stored = useQuery(viewsQuery);
  const show = async (columns: ContractorColumn[]): Promise<void> => {
    client.setQueryData(viewsQuery.queryKey, (cached) => ({ views: [], ...cached, columns }));
    await chooseColumns(columns).catch(notifyFailure);
  };
  return {
    shown: stored.data?.columns ?? contractorColumns,
    views: stored.data?.views ?? [],
    show,
  };
}

interface Props {
  view: ContractorsView;
  onView(change: Partial<ContractorsView>): void;
  columns: ReturnType<typeof useColumns>;
}

/** The visible columns, the saved views, and the link to a new lead. */
export function ListTools({ view, onView, columns: { shown, views, show } }: Props) {
  const remove = useDeleteView();
  const open = ({ filters, columns, order: sorted }: ContractorView): void => {
    onView({ ...filters, accountToCreate: false, order: sorted });
    void show(columns);
  };
  return (
    <div className={classes.tools}>
      <ColumnsMenu
        names={contractorColumns}
        toTitle={(name) => columnTitles[name]}
        shown={shown}
        onShow={(columns) => void show(columns)}
        reset={
          shown.length < contractorColumns.length
            ? {
                label: m.contractors_list_showAll(),
                onPress: () => void show([...contractorColumns]),
              }
            : undefined
        }
      />
      <ViewsMenu
        views={views}
        current={{ filters: toFilters(view), columns: [...shown], order: view.order }}
        onOpen={open}
        onDelete={(one) => void remove.run(one)}
      />
      <NewLeadButton />
    </div>
  );
}
