import classes from './training.module.css';

/** One line; the whole text shows when it is pointed at. */
export const Cut = ({ text }: { text: string }) => (
  <span className={classes.cut} title={text}>
    {text || '–'}
  </span>
);
