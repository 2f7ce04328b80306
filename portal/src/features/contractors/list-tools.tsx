import { Button, Checkbox, Popover, Stack } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import * as m from '#messages';
import {
  contractorColumns,
  type ContractorColumn,
} from '@lintel/contract/contractors/manage-constants';
import type { ContractorView } from '@lintel/contract/contractors/views';
import { mayDelete } from '../../lib/form/ask-first.ts';
import { tellFailure } from '../../lib/unexpected.ts';
import { useAction } from '../../lib/use-action.ts';
import { IconColumns } from '../../ui/icons.ts';
import { NewLeadButton } from '../leads/index.ts';
import { columnTitles } from './contractor-columns.tsx';
import { filtersOf, type ContractorsView } from './contractors-view.ts';
import { chooseColumns, deleteView, viewsQuery } from './requests.ts';
import { ViewsMenu } from './views-menu.tsx';
import classes from './contractors.module.css';

/** Asks whether a kept view is to be deleted, and deletes it. */
const useDeleteView = () =>
  useAction({
    ask: ({ name }: ContractorView) =>
      mayDelete(m.contractors_delete_view(), m.contractors_your_view_name_is_deleted({ name })),
    call: ({ id }) => deleteView(id),
    refresh: [viewsQuery.queryKey],
    refreshAlways: true,
  });

/** The columns that one sees, kept for the next time. */
export function useColumns() {
  const client = useQueryClient();
  const kept = useQuery(viewsQuery);
  const show = async (columns: ContractorColumn[]): Promise<void> => {
    client.setQueryData(viewsQuery.queryKey, (known) => ({ views: [], ...known, columns }));
    await chooseColumns(columns).catch(tellFailure);
  };
  return { shown: kept.data?.columns ?? contractorColumns, views: kept.data?.views ?? [], show };
}

interface Props {
  view: ContractorsView;
  onView(change: Partial<ContractorsView>): void;
  columns: ReturnType<typeof useColumns>;
}

/** Which columns show, the views that are kept, and the way to a new lead. */
export function ListTools({ view, onView, columns: { shown, views, show } }: Props) {
  const remove = useDeleteView();
  const open = ({ filters, columns, order: sorted }: ContractorView): void => {
    onView({ ...filters, order: sorted });
    void show(columns);
  };
  return (
    <div className={classes.tools}>
      <ColumnsMenu shown={shown} onShow={(columns) => void show(columns)} />
      <ViewsMenu
        views={views}
        current={{ filters: filtersOf(view), columns: [...shown], order: view.order }}
        onOpen={open}
        onDelete={(one) => void remove.run(one)}
      />
      <NewLeadButton />
    </div>
  );
}

interface ColumnsMenuProps {
  shown: readonly ContractorColumn[];
  onShow(columns: ContractorColumn[]): void;
}

/** Which columns show. The company's name always does. */
function ColumnsMenu({ shown, onShow }: ColumnsMenuProps) {
  return (
    <Popover position="bottom-end" shadow="md" width={220} trapFocus>
      <Popover.Target>
        <Button variant="default" leftSection={<IconColumns size={16} aria-hidden />}>
          {m.contractors_columns()}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={m.contractors_columns()}>
        <Checkbox.Group
          aria-label={m.contractors_columns_that_show()}
          value={[...shown]}
          onChange={(chosen) => onShow(contractorColumns.filter((one) => chosen.includes(one)))}
        >
          <Stack gap="sm">
            {contractorColumns.map((name) => (
              <Checkbox key={name} value={name} label={columnTitles[name]} />
            ))}
          </Stack>
        </Checkbox.Group>
        {shown.length < contractorColumns.length && (
          <Button
            mt="md"
            fullWidth
            size="compact-sm"
            variant="subtle"
            onClick={() => onShow([...contractorColumns])}
          >
            {m.contractors_show_all()}
          </Button>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}
