import { describe, expect, it } from 'vitest';
import { makeWatchLog, reportEvery, type Moment, type Segments } from './watch-log.ts';

const at = (time: number, seen: Segments = [[0, time]]) => ({ time, duration: 60, seen });

function watching() {
  const told: [status: string, time: number][] = [];
  const clock = { now: 0 };
  const log = makeWatchLog(
    (status, { time }) => told.push([status, time]),
    () => clock.now,
  );
  /** Plays from one second to another with four time updates a second, as browsers do. */
  const play = (from: number, to: number): void => {
    for (let time = from; time <= to; time += 0.25) {
      clock.now += 250;
      log.progressed(at(time));
    }
  };
  return { told, log, play };
}

describe('the reports of a video', () => {
  it('include its start, pauses, and end [ADM-235]', () => {
    const { told, log } = watching();
    log.started(at(0));
    log.paused(at(3));
    log.started(at(3));
    log.ended(at(60));
    expect(told).toEqual([
      ['started', 0],
      ['paused', 3],
      ['started', 3],
      ['ended', 60],
    ]);
  });

  it('include its position every 15 seconds during playback, and no more often', () => {
    const { told, log, play } = watching();
    log.started(at(0));
    play(0, 14);
    expect(told).toHaveLength(1);
    play(14, 40);
    expect(told.map(([status]) => status)).toEqual(['started', 'started', 'started']);
    expect(reportEvery).toBe(15_000);
  });

  it('include one pause when the page is hidden and then closed, and none for a video that never started or has ended', () => {
    const { told, log } = watching();
    log.closed();
    log.started(at(0));
    log.progressed(at(5));
    log.closed();
    log.closed();
    log.started(at(5));
    log.ended(at(60));
    log.paused(at(60));
    log.closed();
    expect(told.map(([status]) => status)).toEqual(['started', 'paused', 'started', 'ended']);
  });

  it('continue when a hidden video keeps playing', () => {
    const { told, log, play } = watching();
    log.started(at(0));
    log.progressed(at(5));
    log.closed();
    play(5.25, 6);
    expect(told).toEqual([
      ['started', 0],
      ['paused', 5],
      ['started', 5.25],
    ]);
  });

  it('include everything watched, even if the video had to be reloaded', () => {
    const told: Moment[] = [];
    const log = makeWatchLog((_status, moment) => told.push(moment));
    log.started(at(0));
    log.progressed(at(10));
    expect(log.place()).toBe(10);
    log.paused(at(30, [[25, 30]]));
    expect(told.at(-1)?.seen).toEqual([
      [0, 10],
      [25, 30],
    ]);
  });
});
