import { Button, Group } from '@mantine/core';
import * as m from '#messages';

interface Props {
  submit: string;
  busy: boolean;
  disabled?: boolean;
  onCancel?: () => void;
}

/** The buttons of a form. The submit button keeps its size and shows progress. */
export function FormActions({ submit, busy, disabled = false, onCancel }: Props) {
  return (
    <Group gap="sm" mt="lg">
      <Button type="submit" loading={busy} disabled={disabled}>
        {submit}
      </Button>
      {onCancel && (
        <Button variant="default" onClick={onCancel} disabled={busy}>
          {m.common_cancel()}
        </Button>
      )}
    </Group>
  );
}
