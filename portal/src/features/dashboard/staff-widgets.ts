import { opens } from '../../routes/guard.ts';
import { screens, type Screen } from '../../routes/screens.ts';
import type { Session } from '@lintel/contract/identity';
import { menuIcons } from '../../shell/menu-icons.ts';
import type { Widget } from './widget.ts';

const manageScreens = screens.flatMap((screen) =>
  'purpose' in screen && screen.path.startsWith('/manage/') ? [screen] : [],
);

/**
 * A card for each screen of the Manage area that is open to a member of staff; Contractors tells
 * how many there are.
 */
export const staffWidgets = (session: Session, contractorCount: number | undefined): Widget[] =>
  manageScreens
    .filter((screen: Screen) => opens(screen, session))
    .map(({ name, label, purpose, path }, index) => ({
      key: name,
      priority: index,
      type: 'default',
      icon: menuIcons[name],
      title: label,
      text: purpose,
      ...(name === 'manage-contractors' &&
        contractorCount !== undefined && { stat: [{ value: contractorCount, label: 'accounts' }] }),
      action: `Open ${label}`,
      target: path,
    }));
