import { useId } from 'react';
import * as m from '#messages';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { IconPhoto } from '../../../ui/icons.ts';
import classes from './gallery.module.css';

export interface GalleryItem {
  id: number;
  title: string;
  /** Secondary text below the title. */
  text?: string;
  badge?: string;
  /** Images by name; an empty address means the image couldn't be rendered. */
  pictures: Readonly<Record<string, string>>;
}

interface Props {
  label: string;
  items: readonly GalleryItem[];
  value: number | undefined;
  onChange: (id: number) => void;
}

/** A select of templates by their images. */
export function TemplateGallery({ label, items, value, onChange }: Props) {
  const name = useId();
  return (
    <fieldset className={classes.gallery}>
      <legend>{label}</legend>
      <div className={classes.items}>
        {items.map((item) => (
          <label key={item.id} className={classes.item}>
            <input
              type="radio"
              name={name}
              value={item.id}
              checked={item.id === value}
              aria-label={item.title}
              onChange={() => onChange(item.id)}
            />
            <span className={classes.pictures}>
              {Object.entries(item.pictures).map(([name, address]) => (
                <Picture key={name} address={address} />
              ))}
            </span>
            <span className={classes.words}>
              <strong>{item.title}</strong>
              {item.badge !== undefined && <StatusBadge status={item.badge} tone="green" />}
              {item.text !== undefined && <small>{item.text}</small>}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

const Picture = ({ address }: { address: string }) =>
  address === '' ? (
    <span className={classes.none} title={m.marketing_template_imageFails()}>
      <IconPhoto size={24} aria-hidden />
    </span>
  ) : (
    <img src={address} alt="" loading="lazy" decoding="async" />
  );
