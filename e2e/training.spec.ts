import { expect, type Locator, type Page, type Request } from '@playwright/test';
import { openMail } from './support/mail.ts';
import { expectAccessible, test } from './support/portal.ts';
import { signInAt } from './support/shell.ts';

const path = '/training-and-faqs';
const list = (page: Page): Locator => page.getByRole('list', { name: 'Marketing materials' });
const player = (page: Page, name: string): Locator =>
  page.getByRole('dialog').locator(`video[aria-label="${name}"]`);

type Video = Pick<HTMLVideoElement, 'currentTime' | 'duration' | 'muted' | 'paused'>;
const videoState = (video: Locator): Promise<Video> =>
  video.evaluate(({ currentTime, duration, muted, paused }: HTMLVideoElement) => ({
    currentTime,
    duration,
    muted,
    paused,
  }));
const isPlaying = async (video: Locator): Promise<void> =>
  expect
    .poll(async () => (await videoState(video)).currentTime, { intervals: [100] })
    .toBeGreaterThan(0.1);
const pause = (video: Locator): Promise<void> =>
  video.evaluate((element: HTMLVideoElement) => element.pause());
/** Skips a video to its last moment. */
const skipToEnd = (video: Locator): Promise<void> =>
  video.evaluate((element: HTMLVideoElement) => {
    element.currentTime = element.duration - 0.4;
    return element.play();
  });

/** The status that a player's report sends; undefined for other requests. */
const sentStatus = (request: Request): string | undefined =>
  request.url().endsWith('/materials/set-stat-video')
    ? /name="videoStatus"\s+(\w+)/.exec(request.postData() ?? '')?.[1]
    : undefined;

/** Collects players' page-exit reports from now on. */
function collectReports(page: Page): string[] {
  const statuses: string[] = [];
  page.on('request', (request) => {
    const status = sentStatus(request);
    if (status !== undefined) statuses.push(status);
  });
  return statuses;
}

test('a contractor watches videos in sequence, resumes one where it stopped, and asks a question [ADM-001] [ADM-002] [ADM-176] [ADM-177] [ADM-178] [ADM-179] [ADM-180]', async ({
  page,
}) => {
  const reports = collectReports(page);
  const [flyers, widgets] = ['Flyers that work', 'Put a button on your site'] as const;
  await signInAt(page, 'brand@demo.test', path);
  await expect(page.getByText('2 new videos')).toBeVisible();
  await expectAccessible(page);
  const parts = page.waitForResponse((answer) => answer.url().includes('/materials/video/'));
  await list(page).getByRole('button', { name: flyers }).click();
  expect((await parts).status()).toBe(206);
  const first = player(page, flyers);
  await isPlaying(first);
  expect(await videoState(first)).toMatchObject({ muted: true, paused: false });
  await pause(first);
  await expectAccessible(page);
  await skipToEnd(first);
  const second = player(page, widgets);
  const recorded = page.waitForResponse((answer) => sentStatus(answer.request()) === 'paused');
  await isPlaying(second);
  await pause(second);
  await recorded;
  await expect(page.getByRole('dialog').getByText('1 of 2 watched')).toBeVisible();
  const left = (await videoState(second)).currentTime;
  await page.reload();
  await expect
    .poll(async () => (await videoState(second)).currentTime)
    .toBeGreaterThan(left - 0.02);
  await skipToEnd(second);
  await expect(
    page.getByText('You have watched every video of “Marketing materials”.'),
  ).toBeVisible();
  await expect(page).toHaveURL(/\?video=\d+$/);
  expect(reports.filter((status) => status === 'ended')).toHaveLength(2);
  expect(reports.length).toBeLessThan(12);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  const card = list(page).getByRole('button', { name: widgets });
  await expect(card).toBeFocused();
  await expect(list(page).getByText('Watched')).toHaveCount(2);
  await expect(page).toHaveURL(path);
  await openQuestion(page);
});

async function openQuestion(page: Page): Promise<void> {
  await page.getByRole('searchbox').fill('xylophone');
  await expect(page.getByRole('heading', { name: 'Nothing found' })).toBeVisible();
  await page.getByRole('button', { name: 'Ask a Question' }).last().click();
  const send = page.getByRole('button', { name: 'SEND' });
  await expect(send).toBeDisabled();
  await page.getByLabel('Your question').fill('Where do I find a flyer in Spanish?');
  await expectAccessible(page);
  await send.click();
  await expect(
    page.getByText('Thank You! Your question has been successfully sent!'),
  ).toBeVisible();
  await openMail(page, 'support@lintel.example', /Question from Oak & Iron Remodeling: xylophone/);
  await expect(page.locator('body')).toContainText('xylophone');
}
