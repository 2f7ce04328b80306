import { useQuery } from '@tanstack/react-query';
import { Button, Menu, ScrollArea } from '@mantine/core';
import * as m from '#messages';
import type { commissionStatement } from '@lintel/contract/commissions/report';
import { buildAddress } from '../../lib/api/encode.ts';
import { send } from '../../lib/api/send.ts';
import { formatMoney } from '../../lib/format.ts';
import { saveFile } from '../../lib/save-file.ts';
import { toastLife } from '../../lib/toast.ts';
import { useAction } from '../../lib/use-action.ts';
import { IconChevronDown, IconFileText } from '../../ui/icons.ts';
import { monthsQuery, monthName } from './months.ts';
import { customDays } from './report-view.ts';
import classes from './commissions.module.css';

const path: (typeof commissionStatement)['path'] = '/reports-commissions/statement';

/** A month's statement as PDF. Throws `ApiError`. */
async function getStatement(month: string, userId: number): Promise<Blob> {
  const answer = await send(buildAddress(path, {}, { month, userId }), { method: 'GET' }, {});
  return answer.blob();
}

/** Downloads statements, one at a time. */
const useStatement = (userId: number) =>
  useAction({
    call: async (month: string) =>
      saveFile(await getStatement(month, userId), `commissions-statement-${month}.pdf`),
    failureLife: toastLife.long,
  });

/** Offers a PDF statement for each month with commissions. */
export function StatementMenu({ userId }: { userId: number }) {
  const { data } = useQuery(monthsQuery(userId));
  const { busy, run } = useStatement(userId);
  const { min } = customDays();
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
          {m.commissions_statements_title()}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <ScrollArea.Autosize mah={320} type="auto">
          {months.map(({ month, total }) => (
            <Menu.Item key={month} onClick={() => void run(month)}>
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
