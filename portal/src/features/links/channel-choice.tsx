import type { TablerIcon } from '@tabler/icons-react';
import * as m from '#messages';
import { linkChannels, type LinkChannel } from '@lintel/contract/links/constants';
import { IconMail, IconMessage, IconQrcode, IconShare } from '../../ui/icons.ts';
import classes from './send-sheet.module.css';

const ways: Record<LinkChannel, { icon: TablerIcon; words: string }> = {
  text: { icon: IconMessage, words: m.common_text() },
  email: { icon: IconMail, words: m.common_email() },
  qr: { icon: IconQrcode, words: m.common_qrCode() },
  share: { icon: IconShare, words: m.links_channel_share() },
};

/** The ways to send a link, as large touch targets. */
export function ChannelChoice({
  value,
  texts,
  onChange,
}: {
  value: LinkChannel;
  /** Whether SMS is available. */
  texts: boolean;
  onChange(channel: LinkChannel): void;
}) {
  return (
    <fieldset className={classes.ways}>
      <legend>{m.links_channel_question()}</legend>
      {linkChannels.map((channel) => {
        const { icon: Icon, words } = ways[channel];
        return (
          <label key={channel} className={classes.way}>
            <input
              type="radio"
              name="channel"
              value={channel}
              checked={channel === value}
              disabled={channel === 'text' && !texts}
              onChange={() => onChange(channel)}
            />
            <Icon size={22} stroke={1.6} aria-hidden />
            <span>{words}</span>
          </label>
        );
      })}
    </fieldset>
  );
}
