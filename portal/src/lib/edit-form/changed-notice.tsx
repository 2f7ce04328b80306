import { Alert, Button, Group } from '@mantine/core';
import { IconAlertTriangle } from '../../ui/icons.ts';

interface Props {
  /** Who changed what. */
  text: string;
  onSaveOver(): void;
  onReload(): void;
}

/** Somebody else saved it meanwhile: what that was, and the choice. */
export const ChangedNotice = ({ text, onSaveOver, onReload }: Props) => (
  <Alert
    color="red"
    mb="md"
    role="alert"
    title="Somebody else was faster"
    icon={<IconAlertTriangle size={20} aria-hidden />}
  >
    {text} What you entered is still here.
    <Group gap="xs" mt="sm">
      <Button size="compact-md" color="red" onClick={onSaveOver}>
        Save mine over it
      </Button>
      <Button size="compact-md" variant="default" onClick={onReload}>
        Discard mine and reload
      </Button>
    </Group>
  </Alert>
);
