import { Button, Group, List, Modal, Text } from '@mantine/core';
import * as m from '#messages';
import type { Checklist } from '@lintel/contract/setup/checklist';
import { browserPage } from '../../lib/reload.ts';
import { useAction } from '../../lib/use-action.ts';
import { open } from './requests.ts';

/** Lists what is still simulated, and lets the public in. */
export function GoLiveModal({ checklist, onClose }: { checklist: Checklist; onClose(): void }) {
  const testMode = checklist.steps.flatMap((step) => step.testMode);
  const action = useAction({
    call: () => open({}),
    // The frame's banner comes with the page.
    onDone: () => browserPage.reload(),
  });
  return (
    <Modal opened onClose={onClose} title={m.setup_goLive_title()}>
      <Text>{m.setup_goLive_text()}</Text>
      {testMode.length === 0 ? (
        <Text mt="md">{m.setup_goLive_allReal()}</Text>
      ) : (
        <>
          <Text mt="md" fw={600}>
            {m.setup_goLive_testMode()}
          </Text>
          <List mt="xs">
            {testMode.map((one) => (
              <List.Item key={one}>{one}</List.Item>
            ))}
          </List>
        </>
      )}
      <Group gap="sm" mt="lg">
        <Button data-autofocus loading={action.busy} onClick={() => void action.run()}>
          {m.setup_goLive()}
        </Button>
        <Button variant="default" disabled={action.busy} onClick={onClose}>
          {m.common_cancel()}
        </Button>
      </Group>
    </Modal>
  );
}
