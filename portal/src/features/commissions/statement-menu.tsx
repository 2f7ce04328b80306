import { Button, Menu, ScrollArea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { formatMoney } from '../../lib/format.ts';
import { IconChevronDown, IconFileText } from '../../ui/icons.ts';
import { monthsQuery } from './api/get-months.ts';
import { monthName } from './months.ts';
import { reachOf } from './report-view.ts';
import { useStatement } from './use-statement.ts';
import classes from './commissions.module.css';

/** Offers a statement, as PDF, of each month that brought something. */
export function StatementMenu({ userId }: { userId: number }) {
  const { data } = useQuery(monthsQuery(userId));
  const { busy, download } = useStatement(userId);
  const { min } = reachOf(new Date());
  const months = (data?.data ?? []).filter(({ month }) => `${month}-01` >= min).toReversed();
  return (
    <Menu>
      <Menu.Target>
        <Button
          variant="default"
          disabled={months.length === 0}
          loading={busy}
          leftSection={<IconFileText size={18} aria-hidden />}
          rightSection={<IconChevronDown size={16} aria-hidden />}
        >
          Statements
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <ScrollArea.Autosize mah={320} type="auto">
          {months.map(({ month, total }) => (
            <Menu.Item key={month} onClick={() => void download(month)}>
              <span className={classes.month}>
                {monthName(month)} <span>{formatMoney(total)}</span>
              </span>
            </Menu.Item>
          ))}
        </ScrollArea.Autosize>
      </Menu.Dropdown>
    </Menu>
  );
}
