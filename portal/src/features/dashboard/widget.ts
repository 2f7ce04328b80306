import type { TablerIcon } from '@tabler/icons-react';

/** A link of a widget, with a copy button when it leads out to the public. */
export interface WidgetLink {
  label: string;
  url: string;
}

/** A card of the dashboard. */
export interface Widget {
  key: string;
  priority: number;
  type: 'default' | 'warning';
  icon: TablerIcon;
  title: string;
  text: string;
  warning?: { title: string; text: string };
  /** Figures, side by side. */
  stat?: readonly { value: number; label: string }[];
  links?: readonly WidgetLink[];
  /** The words of the button that leads to `target`. */
  action: string;
  /** Path of a screen, and what opens there at once. */
  target: string;
  search?: { action: string };
}

/** The order of the cards; a lower number comes first. */
export const widgetPriority = {
  createPage: 1,
  addPayment: 2,
  cardExpiring: 3,
  cardExpired: 4,
  ach: 5,
  w9: 6,
  stats: 7,
  training: 8,
  marketing: 9,
  refer: 10,
  managePage: 11,
} as const;

export const byPriority = (widgets: readonly Widget[]): Widget[] =>
  widgets.toSorted((a, b) => a.priority - b.priority);
