import { Text } from '@mantine/core';
import * as m from '#messages';
import { PlainButton } from './plain-button.tsx';

/** Shows that a form contains a restored draft, with a button that discards it. */
export function RestoredLine({ kept }: { kept: { isRestored: boolean; discard(): void } }) {
  if (!kept.isRestored) return null;
  return (
    <Text component="p" size="sm" c="dimmed" role="status" my={8}>
      {m.common_draft_restored()}{' '}
      <PlainButton small onClick={kept.discard}>
        {m.common_draft_discard()}
      </PlainButton>
    </Text>
  );
}
