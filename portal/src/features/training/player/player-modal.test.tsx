import { beforeAll, describe, expect, it, vi } from 'vitest';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { switchedStaff } from '../../../test/sessions.ts';
import { openTraining, video } from '../../../test/training.ts';

vi.setConfig({ testTimeout: 40_000 });

// Preload lazy code, which is slow on a busy machine.
beforeAll(() => import('./player-modal.tsx'), 40_000);

type Training = Parameters<typeof openTraining>[0];
const three = [video(21), video(22, { videoStatus: 'ended', isNewVideo: false }), video(23)];
const ranges = (...pairs: [number, number][]) => ({
  length: pairs.length,
  start: (index: number) => pairs[index]?.[0],
  end: (index: number) => pairs[index]?.[1],
});

/** The simulated browser can't play, so tests set the player's state. */
const put = (
  player: Element,
  state: { currentTime?: number; played?: [number, number][]; ended?: boolean; paused?: boolean },
) => {
  const { currentTime = 0, played = [[0, currentTime]], ended = false, paused = false } = state;
  const values = {
    duration: 300,
    currentTime,
    played: ranges(...played),
    ended,
    paused,
    seeking: false,
  };
  for (const [name, value] of Object.entries(values))
    Object.defineProperty(player, name, { configurable: true, writable: true, value });
};

const playerNow = (name: string) =>
  screen.findByLabelText<HTMLVideoElement>(name, { selector: 'video' });

async function openVideo(given: Training = {}, id = 21) {
  const view = await openTraining({ training: three, ...given });
  await userEvent.click(await screen.findByRole('button', { name: new RegExp(`Video ${id}`) }));
  const player = await playerNow(`Video ${id}`);
  put(player, {});
  const start = (): void => void fireEvent.playing(player);
  const finish = (at: Element): void => {
    put(at, { currentTime: 300, ended: true });
    fireEvent.ended(at);
  };
  return { ...view, player, start, finish, shown: () => view.router.state.location.href };
}

describe('an MP4 video', () => {
  it('opens in a dialog and autoplays muted until the user turns on the sound [ADM-001] [ADM-170] [ADM-176]', async () => {
    const { player, shown } = await openVideo({
      training: [video(21, { videoTrack: '/api/v1/materials/track/key.vtt' })],
    });
    expect(screen.getByRole('dialog', { name: 'Video 21' })).toBeTruthy();
    expect([player.autoplay, player.muted, player.controls]).toEqual([true, true, true]);
    expect(player.getAttribute('src')).toBe('/api/v1/materials/video/key-21-0000');
    expect(player.querySelector('track')?.getAttribute('src')).toBe(
      '/api/v1/materials/track/key.vtt',
    );
    expect(shown()).toBe('/training-and-faqs?video=21');
    await userEvent.click(screen.getByRole('button', { name: 'Turn sound on' }));
    expect(player.muted).toBe(false);
  });

  it('resumes where it was left, less 0.01 s [ADM-177]', async () => {
    const { player } = await openVideo({
      training: [video(21, { videoStatus: 'paused', currentVideoTime: 42.5 })],
    });
    fireEvent.loadedMetadata(player);
    expect(player.currentTime).toBeCloseTo(42.49, 6);
  });

  it('reports the parts actually played, and gets a check mark after it ends [ADM-178]', async () => {
    const { player, start, finish, stats } = await openVideo();
    start();
    put(player, {
      currentTime: 120,
      played: [
        [0, 20],
        [110, 120.006],
      ],
      paused: true,
    });
    fireEvent.pause(player);
    fireEvent.playing(player);
    finish(player);
    await waitFor(() => expect(stats).toHaveLength(4));
    const common = { videoId: '21', userId: '11', videoDuration: '300' };
    expect(stats).toEqual([
      { ...common, videoStatus: 'started', videoTime: '0', watched: '[[0,0]]' },
      { ...common, videoStatus: 'paused', videoTime: '120', watched: '[[0,20],[110,120.01]]' },
      { ...common, videoStatus: 'started', videoTime: '120', watched: '[[0,20],[110,120.01]]' },
      { ...common, videoStatus: 'ended', videoTime: '300', watched: '[[0,300]]' },
    ]);
    const panel = screen.getByRole('region', { name: 'Selling with financing' });
    expect(within(panel).getByText('2 of 3 watched')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const marked = [...document.querySelectorAll('[data-icon=check]')].map(
      (icon) => icon.closest('button')?.textContent,
    );
    expect(marked).toEqual(['5 minVideo 21Watched', '5 minVideo 22Watched']);
  });

  it('is followed by the next unfinished one; nothing follows the last one [ADM-179] [ADM-180]', async () => {
    const { player, finish, shown } = await openVideo();
    finish(player);
    const next = await playerNow('Video 23');
    expect(shown()).toBe('/training-and-faqs?video=23');
    finish(next);
    expect(
      await screen.findByText('You have watched every video of “Selling with financing”.'),
    ).toBeTruthy();
    expect(shown()).toBe('/training-and-faqs?video=23');
  });

  it('is reported as paused when the page closes', async () => {
    const sent = vi.spyOn(globalThis, 'fetch');
    const { player, start, stats } = await openVideo();
    start();
    put(player, { currentTime: 8 });
    fireEvent.timeUpdate(player);
    window.dispatchEvent(new Event('pagehide'));
    await waitFor(() =>
      expect(stats.at(-1)).toMatchObject({ videoStatus: 'paused', videoTime: '8' }),
    );
    const reports = sent.mock.calls.filter(([address]) =>
      String(address).endsWith('/set-stat-video'),
    );
    expect(reports.map(([, init]) => init?.keepalive)).toEqual([true, true]);
  });

  it('retries once after a failure, and then on demand', async () => {
    const { player } = await openVideo();
    fireEvent.error(player);
    const second = await waitFor(async () => {
      const again = await playerNow('Video 21');
      expect(again).not.toBe(player);
      return again;
    });
    fireEvent.error(second);
    expect(await screen.findByText("This video can't be played right now.")).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await playerNow('Video 21')).toBeTruthy();
  });
});

describe('the player', () => {
  it('records nothing while switched, but still continues with the next unfinished video [ADM-181] [ADM-182]', async () => {
    const { player, start, finish, stats } = await openVideo({ session: switchedStaff() });
    expect(player.getAttribute('src')).toBe('/api/v1/materials/video/key-21-0000?userId=11');
    start();
    finish(player);
    const next = await playerNow('Video 23');
    finish(next);
    expect(await screen.findByText(/You have watched every video/)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(stats).toEqual([]);
  });

  it('returns focus to the video that opened it', async () => {
    const { shown } = await openVideo();
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(shown()).toBe('/training-and-faqs');
    expect(document.activeElement?.textContent).toContain('Video 21');
  });

  it('opens from a shared address, and can be closed', async () => {
    const view = await openTraining({
      training: three,
      onboarding: [video(11)],
      search: '?video=23',
    });
    expect(await playerNow('Video 23')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(view.router.state.location.href).toBe('/training-and-faqs');
  });

  it('reports a video in the address that no longer exists', async () => {
    await openTraining({ training: three, search: '?video=99' });
    expect(await screen.findByText('This video is no longer part of the training.')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'See all videos' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

describe('a YouTube video', () => {
  const host = 'https://www.youtube-nocookie.com';
  const youtube = { videoType: 'youtube', videoId: 'abcDEF_-123', videoSrc: '' } as const;

  async function openYoutube() {
    const training = [
      video(21, { ...youtube, videoStatus: 'paused', currentVideoTime: 61 }),
      video(23),
    ];
    const view = await openTraining({ training, search: '?video=21' });
    const frame = await screen.findByTitle<HTMLIFrameElement>('Video 21');
    const told: unknown[] = [];
    const post = (message: unknown): void => void told.push(JSON.parse(String(message)));
    Object.defineProperty(frame.contentWindow, 'postMessage', { configurable: true, value: post });
    const say = (message: object, origin = host): void =>
      act(() => {
        const data = JSON.stringify(message);
        window.dispatchEvent(
          new MessageEvent('message', { data, origin, source: frame.contentWindow }),
        );
      });
    return { ...view, frame, told, say };
  }
  const info = (change: object) => ({ event: 'infoDelivery', info: change });

  it('autoplays muted in the cookie-free player, resuming where it was left [ADM-176] [ADM-177]', async () => {
    const { frame, told, say } = await openYoutube();
    const address = new URL(frame.src);
    expect(address.origin + address.pathname).toBe(`${host}/embed/abcDEF_-123`);
    expect(Object.fromEntries(address.searchParams)).toMatchObject({
      autoplay: '1',
      mute: '1',
      enablejsapi: '1',
    });
    await waitFor(() =>
      expect(told).toContainEqual({ id: 1, channel: 'widget', event: 'listening' }),
    );
    say(info({ duration: 240, currentTime: 0 }));
    expect(told).toContainEqual(
      expect.objectContaining({ event: 'command', func: 'seekTo', args: [60.99, true] }),
    );
  });

  it('is reported and followed by the next one, ignoring forged messages [ADM-179]', async () => {
    const { say, stats } = await openYoutube();
    say(info({ duration: 240, currentTime: 61, playerState: 1 }), 'https://elsewhere.example');
    say(info({ duration: 240, currentTime: 61, playerState: 1 }));
    say(info({ currentTime: 62 }));
    say(info({ currentTime: 63 }));
    say(info({ currentTime: 200 }));
    say(info({ currentTime: 240, playerState: 0 }));
    await waitFor(() => expect(stats).toHaveLength(2));
    expect(stats[0]).toMatchObject({ videoStatus: 'started', videoTime: '61' });
    expect(stats[1]).toMatchObject({
      videoStatus: 'ended',
      videoTime: '240',
      videoDuration: '240',
      watched: '[[61,63]]',
    });
    expect(await playerNow('Video 23')).toBeTruthy();
  });

  it('that YouTube refuses to play is reported', async () => {
    const { say } = await openYoutube();
    say({ event: 'onError', info: 150 });
    expect(await screen.findByText("This video can't be played right now.")).toBeTruthy();
  });
});
