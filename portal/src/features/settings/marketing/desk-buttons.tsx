import { Button } from '@mantine/core';
import { IconEye, IconHistory, IconPencil } from '../../../ui/icons.ts';
import type { Desk } from './use-desk.ts';

interface Props {
  desk: Desk;
  /** Of the chosen template. */
  id: number;
  mayChange: boolean;
  onShowVersions: () => void;
}

const icon = { size: 16, 'aria-hidden': true } as const;

/**
 * What can be done with any template. While a form is open there is none of it: the form has its
 * own buttons.
 */
export function DeskButtons({ desk, id, mayChange, onShowVersions }: Props) {
  if (desk.writing) return null;
  const isOpen = desk.mode === 'open';
  return (
    <>
      <Button variant="default" leftSection={<IconHistory {...icon} />} onClick={onShowVersions}>
        Versions
      </Button>
      <Button
        variant="default"
        leftSection={<IconEye {...icon} />}
        aria-expanded={isOpen}
        onClick={() => desk.start(id, isOpen ? 'closed' : 'open')}
      >
        {isOpen ? 'Close' : 'Open'}
      </Button>
      {mayChange && (
        <Button
          variant="default"
          leftSection={<IconPencil {...icon} />}
          onClick={() => desk.start(id, 'edit')}
        >
          Edit
        </Button>
      )}
    </>
  );
}
