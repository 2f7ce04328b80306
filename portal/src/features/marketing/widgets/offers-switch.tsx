import { Switch } from '@mantine/core';

interface Props {
  /** Where the button leads. */
  description: string;
  on: boolean;
  onChange: (on: boolean) => void;
}

/** Whether a widget has the button that leads to the offers. */
export const OffersSwitch = ({ description, on, onChange }: Props) => (
  <Switch
    label="“See Your Personalized Offers” button"
    description={description}
    checked={on}
    onChange={({ currentTarget }) => onChange(currentTarget.checked)}
  />
);
