import type { ContractorView } from '@lintel/contract/contractors-views';
import { ColumnsMenu } from './columns-menu.tsx';
import { filtersOf, type ContractorsView } from './contractors-view.ts';
import { NewLeadButton } from './lead/new-lead-button.tsx';
import { useDeleteView } from './use-delete-view.ts';
import type { useColumns } from './use-columns.ts';
import { ViewsMenu } from './views-menu.tsx';
import classes from './contractors.module.css';

interface Props {
  view: ContractorsView;
  onView(change: Partial<ContractorsView>): void;
  columns: ReturnType<typeof useColumns>;
}

/** Which columns show, the views that are kept, and the way to a new lead. */
export function ListTools({ view, onView, columns: { shown, views, show } }: Props) {
  const remove = useDeleteView();
  const order = view.order as ContractorView['order'];
  const open = ({ filters, columns, order: sorted }: ContractorView): void => {
    onView({ ...filters, order: sorted });
    void show(columns);
  };
  return (
    <div className={classes.tools}>
      <ColumnsMenu shown={shown} onShow={(columns) => void show(columns)} />
      <ViewsMenu
        views={views}
        current={{ filters: filtersOf(view), columns: [...shown], order }}
        onOpen={open}
        onDelete={(one) => void remove(one)}
      />
      <NewLeadButton />
    </div>
  );
}
