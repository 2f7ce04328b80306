import { Button } from '@mantine/core';
import { CodeModal } from '../../../ui/code-modal.tsx';
import { IconCode } from '../../../ui/icons.ts';
import type { CodeQuery } from '../api/widget-code.ts';
import { useCode } from './use-code.ts';

interface Props {
  /** What the button says: `Get Banner Code`. */
  label: string;
  query: CodeQuery;
  onSend: (email: string) => Promise<unknown>;
  failure: string;
}

/** Gets the code and shows it in a window. */
export function CodeButton({ label, query, onSend, failure }: Props) {
  const { code, loading, get, opened, close } = useCode(query, failure);
  return (
    <>
      <Button onClick={get} loading={loading} leftSection={<IconCode size={16} aria-hidden />}>
        {label}
      </Button>
      <CodeModal
        title={label.replace(/^Get /, '')}
        opened={opened}
        code={code}
        onClose={close}
        onSend={onSend}
        failure={failure}
      />
    </>
  );
}
