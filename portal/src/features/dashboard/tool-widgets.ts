import { opens } from '../../routes/guard.ts';
import { screenNamed, type ScreenName } from '../../routes/screens.ts';
import type { Session } from '@lintel/contract/identity';
import { IconGift, IconPhoto, IconSchool } from '../../ui/icons.ts';
import { widgetPriority, type Widget } from './widget.ts';

const tools: readonly (Omit<Widget, 'key' | 'type' | 'target'> & { screen: ScreenName })[] = [
  {
    screen: 'training-and-faqs',
    priority: widgetPriority.training,
    icon: IconSchool,
    title: 'Training',
    text: 'Short videos on how to bring up financing, and answers to what homeowners ask.',
    action: 'Watch and read',
  },
  {
    screen: 'homeowner-flyer',
    priority: widgetPriority.marketing,
    icon: IconPhoto,
    title: 'Marketing materials',
    text: 'Flyers, social media images, banners and widgets, ready with your name and page.',
    action: 'See your materials',
  },
  {
    screen: 'refer',
    priority: widgetPriority.refer,
    icon: IconGift,
    title: 'Refer a friend',
    text: '$200 for every friend who stays for more than 30 days; your friend takes 10% off the first year.',
    action: 'Share your link',
  },
];

/** The cards of what is always there, each only where its screen is open. */
export const toolWidgets = (session: Session): Widget[] =>
  tools
    .filter(({ screen }) => opens(screenNamed(screen), session))
    .map(({ screen, ...tool }) => ({
      ...tool,
      key: screen,
      type: 'default',
      target: screenNamed(screen).path,
    }));
