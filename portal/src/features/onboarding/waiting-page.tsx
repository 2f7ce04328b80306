import classes from './waiting-page.module.css';

const cards = ['page', 'payment', 'applications', 'payout', 'tax'];

/** What lies behind the modal: a welcome, and the dashboard to come in outline. */
export function WaitingPage({ firstname, left }: { firstname: string; left: number }) {
  return (
    <>
      <h1 className={classes.title}>Welcome, {firstname}</h1>
      <p className={classes.lead}>
        {left === 1
          ? 'One more step, and your financing portal opens.'
          : 'Two short steps, and your financing portal opens.'}
      </p>
      <div className={classes.sketch} aria-hidden>
        {cards.map((name) => (
          <div key={name} className={classes.card} data-card={name}>
            <i />
            <b />
            <b />
            <u />
          </div>
        ))}
      </div>
    </>
  );
}
