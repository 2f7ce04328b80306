import { Button, Checkbox, Popover, Stack } from '@mantine/core';
import {
  contractorColumns,
  type ContractorColumn,
} from '@lintel/contract/contractors-manage-constants';
import { IconColumns } from '../../ui/icons.ts';
import { columnTitles } from './contractor-columns.tsx';

interface Props {
  shown: readonly ContractorColumn[];
  onShow(columns: ContractorColumn[]): void;
}

/** Which columns show. The company's name always does. */
export function ColumnsMenu({ shown, onShow }: Props) {
  return (
    <Popover position="bottom-end" shadow="md" width={220} trapFocus>
      <Popover.Target>
        <Button variant="default" leftSection={<IconColumns size={16} aria-hidden />}>
          Columns
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Columns">
        <Checkbox.Group
          aria-label="Columns that show"
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
            Show all
          </Button>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}
