import { Tabs } from '@mantine/core';
import classes from './code-modal.module.css';

/** How a piece of HTML gets into a page, by what the website is made with. */
const ways = [
  {
    name: 'WordPress',
    steps: [
      'Open the page in the editor and choose the place for the code.',
      'Add a block of the type “Custom HTML”.',
      'Paste the code into the block.',
      'Choose “Update”, or “Publish” for a new page.',
    ],
    note: 'If your role may not add code, ask an administrator of the website to do it.',
  },
  {
    name: 'Wix',
    steps: [
      'Open the editor and choose “Add elements”.',
      'Choose “Embed code”, then “Embed HTML”.',
      'Choose “Enter code”, paste the code and apply it.',
      'Drag the frame until nothing is cut off, on the phone view too, then publish.',
    ],
    note: 'Wix shows the code inside a frame of its own, which does not grow by itself: leave it enough height.',
  },
  {
    name: 'Squarespace',
    steps: [
      'Edit the page and add a block where the code should be.',
      'Choose the block “Code”.',
      'Set its type to HTML and paste the code.',
      'Save the page, then look at it signed out: while you edit, scripts do not run.',
    ],
    note: 'Scripts in code blocks need a plan that allows them.',
  },
  {
    name: 'Plain HTML',
    steps: [
      'Open the page’s HTML file.',
      'Paste the code between <body> and </body>, where it should show.',
      'Upload the file to your web server.',
      'Open the page in your browser and reload it.',
    ],
    note: 'With several codes on one page, keep each of them whole: the script loads once only.',
  },
] as const;

/** How to put a code into a website, step by step. */
export function CodeInstructions() {
  return (
    <section aria-label="How to add it to your website">
      <h3 className={classes.heading}>How to add it to your website</h3>
      <Tabs defaultValue={ways[0].name} className={classes.ways ?? ''}>
        <Tabs.List>
          {ways.map(({ name }) => (
            <Tabs.Tab key={name} value={name}>
              {name}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {ways.map(({ name, steps, note }) => (
          <Tabs.Panel key={name} value={name}>
            <ol>
              {steps.map((step) => (
                <li key={step}>{step}</li>
              ))}
            </ol>
            <p>{note}</p>
          </Tabs.Panel>
        ))}
      </Tabs>
    </section>
  );
}
