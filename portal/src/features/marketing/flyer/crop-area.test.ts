import { describe, expect, it } from 'vitest';
import { firstArea, isAllowed, resultSize } from './cropper.ts';

const canvas = { width: 672, height: 440 };
const at = (width: number, height: number, x = 0, y = 0) => ({ x, y, width, height });

describe('the logo crop area', () => {
  it('starts at 218x145 in the middle of the canvas [MKT-260]', () => {
    expect(firstArea(canvas)).toEqual({ x: 227, y: 147.5, width: 218, height: 145 });
  });

  it('grows to 284490 square pixels and no further [MKT-261]', () => {
    expect(isAllowed(at(654, 435), canvas)).toBe(true);
    expect(isAllowed(at(655, 436), canvas)).toBe(false);
  });

  it('stays on the canvas', () => {
    expect(isAllowed(at(218, 145, -1, 0), canvas)).toBe(false);
    expect(isAllowed(at(218, 145, 455, 0), canvas)).toBe(false);
    expect(isAllowed(at(218, 145, 454, 295), canvas)).toBe(true);
  });

  it("produces an image with the logo's own resolution, within the limits [MKT-261]", () => {
    expect(resultSize(at(218, 145), 1)).toEqual({ width: 218, height: 145 });
    expect(resultSize(at(218, 145), 0.5)).toEqual({ width: 436, height: 290 });
    expect(resultSize(at(218, 145), 0.01)).toEqual({ width: 654, height: 435 });
    expect(resultSize(at(436, 290), 8)).toEqual({ width: 218, height: 145 });
  });
});
