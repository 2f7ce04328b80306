import { expect, type Locator, type Page } from '@playwright/test';
import { expectAccessible, signIn, test } from './support/portal.ts';

const open = async (
  page: Page,
  path: string,
  heading: string,
  as = 'pro@demo.test',
): Promise<void> => {
  await signIn(page, as);
  await page.goto(path);
  await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible();
};

test('the calculator runs in its preview and reflects the chosen options [MKT-086] [MKT-088]', async ({
  page,
}) => {
  await open(page, '/monthly-payment-calculator', 'Monthly Payment Calculator');
  const calculator = page.frameLocator('iframe[title="Calculator preview"]').frameLocator('iframe');
  await expect(
    calculator.getByRole('heading', { name: 'Estimated monthly payment' }),
  ).toBeVisible();
  const offers = calculator.getByRole('link', { name: 'See Your Personalized Offers' });
  await expect(offers).toBeVisible();
  await page.getByRole('switch', { name: /See Your Personalized Offers/ }).click();
  await expect(offers).toBeHidden();
  await expect(
    calculator.getByRole('heading', { name: 'Estimated monthly payment' }),
  ).toBeVisible();
  await expectAccessible(page);
});

test("the preview's apply-now button opens the form over the page [MKT-099] [MKT-100]", async ({
  page,
}) => {
  await open(page, '/real-widget', 'Real Widget');
  const website = page.frameLocator('iframe[title="Button preview"]');
  const button = website.getByRole('button', { name: 'Apply now' });
  await expect(button).toHaveCSS('background-color', 'rgb(104, 186, 98)');
  await page.getByRole('radio', { name: 'red/blue' }).check();
  await expect(button).toHaveCSS('background-color', 'rgb(179, 20, 23)');
  await button.click();
  await expect(website.frameLocator('iframe').getByRole('heading', { level: 1 })).toBeVisible();
  await expectAccessible(page);
});

test('the banner preview shows the image of the chosen size, and its code can be copied [MKT-078] [MKT-079]', async ({
  page,
}) => {
  await open(page, '/banners', 'Banners');
  const image = page.frameLocator('iframe[title="Banner preview"]').getByRole('img');
  // Each size has its own frame, so locate it again each time.
  const expectSize = async (width: number, height: number) => {
    await expect(image).toHaveJSProperty('naturalWidth', width);
    await expect(image).toHaveJSProperty('naturalHeight', height);
  };
  await expectSize(930, 180);
  await page.getByRole('radio', { name: '300 × 250' }).check();
  await expectSize(300, 250);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Get Banner Code' }).click();
  await expect(page.getByLabel('Code', { exact: true })).toContainText('1000-card.png');
  await expectAccessible(page);
});

test(
  'the flyer, the social media images, and the full-page widget are accessible',
  { tag: '@smoke' },
  async ({ page }) => {
    await open(page, '/homeowner-flyer', 'Homeowner Flyer');
    await expect(page.getByRole('img', { name: 'Front side of the flyer' })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'EDIT FLYER' }).click();
    await expectAccessible(page);
    await page.goto('/social-media-images');
    await expect(page.getByRole('button', { name: /^Download/ }).first()).toBeVisible();
    await expectAccessible(page);
    await page.goto('/full-page-widget');
    await page.getByRole('button', { name: /^Your websites/ }).click();
    await expect(
      page.getByRole('heading', { name: 'Where your codes were seen', exact: true }),
    ).toBeVisible();
    await expectAccessible(page);
  },
);

/** The image's matrix and the area's size. */
const cropPosition = (dialog: Locator) =>
  dialog.locator('cropper-canvas').evaluate((canvas) => {
    const image = canvas.querySelector('cropper-image') as unknown as { $getTransform(): number[] };
    const area = canvas.querySelector('cropper-selection') as unknown as {
      width: number;
      height: number;
    };
    const [a = 0, b = 0] = image.$getTransform();
    return {
      scale: Math.round(Math.hypot(a, b) * 1000) / 1000,
      angle: Math.round((Math.atan2(b, a) * 180) / Math.PI) + 0,
      area: [area.width, area.height],
    };
  });

/** A 436×290 image, drawn in the browser. */
const drawLogo = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 436, height: 290 });
    canvas.getContext('2d')?.fillRect(40, 40, 200, 120);
    return canvas.toDataURL('image/png').split(',')[1] ?? '';
  });

test('a logo is cropped, zoomed, and rotated in its dialog, undone step by step, and appears on the flyer once saved [MKT-106] [MKT-107] [MKT-110] [MKT-111] [MKT-113] [MKT-260] [MKT-261] [MKT-262] [MKT-263]', async ({
  page,
}) => {
  await open(page, '/homeowner-flyer', 'Homeowner Flyer', 'brand@demo.test');
  const front = page.getByRole('img', { name: 'Front side of the flyer' });
  const before = await front.getAttribute('src');
  await page.getByRole('button', { name: 'EDIT FLYER' }).click();
  const buffer = Buffer.from(await drawLogo(page), 'base64');
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'mark.png', mimeType: 'image/png', buffer });
  const dialog = page.getByRole('dialog', { name: 'Crop your logo' });
  await expect(dialog.getByRole('button', { name: 'DONE' })).toBeEnabled();
  await expect.poll(() => cropPosition(dialog)).toEqual({ scale: 0.5, angle: 0, area: [218, 145] });
  await expectAccessible(page);
  const press = (name: string) => dialog.getByRole('button', { name }).click();
  await press('Zoom In');
  await press('Rotate right 15°');
  expect(await cropPosition(dialog)).toEqual({ scale: 0.55, angle: 15, area: [218, 145] });
  await press('Rotate left 15°');
  await press('Zoom Out');
  expect(await cropPosition(dialog)).toEqual({ scale: 0.495, angle: 0, area: [218, 145] });
  for (let step = 0; step < 4; step += 1) await press('Undo');
  expect(await cropPosition(dialog)).toEqual({ scale: 0.5, angle: 0, area: [218, 145] });
  await expect(dialog.getByRole('button', { name: 'Undo' })).toBeDisabled();
  const grip = await dialog.locator('cropper-handle[action=se-resize]').boundingBox();
  if (grip === null) throw new Error('The area has no grip.');
  await page.mouse.move(grip.x + grip.width / 2, grip.y + grip.height / 2);
  await page.mouse.down();
  await page.mouse.move(grip.x + 2000, grip.y + 1500, { steps: 20 });
  await page.mouse.up();
  const { area } = await cropPosition(dialog);
  expect((area[0] ?? 0) * (area[1] ?? 0)).toBeLessThanOrEqual(284_490);
  await press('DONE');
  await expect(dialog).toBeHidden();
  const logo = page.getByRole('img', { name: 'Logo', exact: true });
  const pixels = await logo.evaluate(
    (picture: HTMLImageElement) => picture.naturalWidth * picture.naturalHeight,
  );
  expect(pixels).toBeGreaterThanOrEqual(218 * 145);
  expect(pixels).toBeLessThanOrEqual(284_490);
  await page.getByRole('button', { name: 'SUBMIT' }).click();
  await expect(page.getByRole('button', { name: 'EDIT FLYER' })).toBeVisible();
  await expect(logo).toHaveAttribute('src', /\/media\//);
  await expect(front).not.toHaveAttribute('src', before ?? '');
});
