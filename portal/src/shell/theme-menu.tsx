import { useMantineColorScheme } from '@mantine/core';
import { IconDeviceDesktop, IconMoon, IconSun } from '../ui/icons.ts';
import { Popup, PopupItem } from '../ui/popup.tsx';
import classes from './top-bar.module.css';

const schemes = [
  { value: 'light', label: 'Light', Icon: IconSun },
  { value: 'dark', label: 'Dark', Icon: IconMoon },
  { value: 'auto', label: 'Like the system', Icon: IconDeviceDesktop },
] as const;

/** Light, dark, or as the system says; remembered in this browser. */
export function ThemeMenu() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const { Icon: Current } = schemes.find(({ value }) => value === colorScheme) ?? schemes[2];
  return (
    <Popup
      label="Appearance"
      kind="menu"
      width={200}
      buttonClass={classes.icon}
      button={<Current size={20} stroke={1.6} aria-hidden />}
    >
      {schemes.map(({ value, label, Icon }) => (
        <PopupItem
          key={value}
          icon={<Icon size={18} stroke={1.6} aria-hidden />}
          checked={value === colorScheme}
          onPick={() => setColorScheme(value)}
        >
          {label}
        </PopupItem>
      ))}
    </Popup>
  );
}
