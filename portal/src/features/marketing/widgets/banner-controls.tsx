import { Select, Switch } from '@mantine/core';
import { OptionPills } from '../../../ui/option-pills.tsx';

/** A size with its label, in pixels. */
interface BannerSize {
  size: string;
  width: number;
  height: number;
}

export interface BannerLists {
  designs: readonly { id: number; name: string }[];
  sizes: readonly BannerSize[];
}

export interface BannerChoice {
  design: number;
  size: BannerSize;
  /** Whether a click leads to the co-branded page. */
  linked: boolean;
}

interface Props {
  lists: BannerLists;
  choice: BannerChoice;
  onChange: (choice: BannerChoice) => void;
}

/** The theme, the size and the link of a banner. */
export function BannerControls({ lists: { designs, sizes }, choice, onChange }: Props) {
  return (
    <>
      <Select
        label="Banner theme"
        data={designs.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={String(choice.design)}
        onChange={(id) => onChange({ ...choice, design: Number(id) })}
        maw={360}
      />
      <OptionPills
        label="Size in pixels"
        options={sizes.map(({ size }) => ({ value: size, label: size.replace('x', ' × ') }))}
        value={choice.size.size}
        onChange={(chosen) =>
          onChange({ ...choice, size: sizes.find(({ size }) => size === chosen) ?? choice.size })
        }
      />
      <Switch
        label="Go to a co-branded page by clicking on banner"
        checked={choice.linked}
        onChange={({ currentTarget }) => onChange({ ...choice, linked: currentTarget.checked })}
      />
    </>
  );
}
