import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import * as m from '#messages';
import { managersQuery } from './requests.ts';

interface Props {
  className?: string | undefined;
  /** The name to show until the full list loads. */
  current: { id: number; fullName: string } | null;
  /** An id; empty for none. */
  value: string;
  error?: string | undefined;
  onChange(id: string): void;
  onBlur?(): void;
}

const noManager = { value: '', label: m.common_noOne() };

/** Chooses a contractor's customer success manager, or none. */
export function ManagerField({ className = '', current, value, error, onChange, onBlur }: Props) {
  const managers = useQuery(managersQuery);
  const people = managers.data ?? (current === null ? [] : [current]);
  return (
    <Select
      className={className}
      label={m.shell_successManager()}
      description={m.contractors_manager_help()}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      data={[
        noManager,
        ...people.map(({ id, fullName }) => ({ value: String(id), label: fullName })),
      ]}
      value={value}
      onChange={(id) => onChange(id ?? '')}
      {...(onBlur && { onBlur })}
      error={error ?? (managers.isError && m.contractors_manager_loadFailed())}
      aria-invalid={error !== undefined}
      nothingFoundMessage={m.contractors_manager_noMatch()}
      searchable
    />
  );
}
