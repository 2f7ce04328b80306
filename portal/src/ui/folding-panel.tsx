import { useId, useState, type ReactNode } from 'react';
import { Card } from './card.tsx';
import { IconChevronDown } from './icons.ts';
import classes from './folding-panel.module.css';

interface Props {
  title: string;
  /** A summary next to the title. */
  note: string;
  isOpenAtFirst: () => boolean;
  onToggle: (isOpen: boolean) => void;
  /** Rendered only while the panel is open. */
  children: ReactNode;
}

/** A card that folds away under its title. */
export function FoldingPanel({ title, note, isOpenAtFirst, onToggle, children }: Props) {
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  const id = useId();
  const toggle = (): void => {
    onToggle(!isOpen);
    setOpen(!isOpen);
  };
  return (
    <div className={classes.panel}>
      <Card bare>
        <h2 className={classes.title}>
          <button
            type="button"
            className={classes.toggle}
            onClick={toggle}
            aria-expanded={isOpen}
            aria-controls={id}
          >
            {title}
            <span>{note}</span>
            <IconChevronDown size={20} aria-hidden data-open={isOpen || undefined} />
          </button>
        </h2>
        <div id={id} hidden={!isOpen} className={classes.body}>
          {isOpen && children}
        </div>
      </Card>
    </div>
  );
}
