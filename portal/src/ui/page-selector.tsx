import { Select } from '@mantine/core';

interface Props {
  pages: readonly { id: number; pageName: string }[];
  value: number;
  onChange: (id: number) => void;
  label?: string;
}

/**
 * Chooses one of the contractor's co-branded pages; there is nothing to choose with fewer than two.
 */
export function PageSelector({
  pages,
  value,
  onChange,
  label = 'Choose your co-branded page',
}: Props) {
  if (pages.length < 2) return null;
  return (
    <Select
      label={label}
      data={pages.map(({ id, pageName }) => ({ value: String(id), label: pageName }))}
      value={String(value)}
      onChange={(id) => id !== null && onChange(Number(id))}
      maw={360}
    />
  );
}
