// The background of a share card, computed pixel by pixel: this process never parses SVG.
import type { Channels } from '#platform/business-profile/contrast.ts'

export type Colours = { paper: Channels; mist: Channels; honey: Channels; pine: Channels; deep: Channels }

/** Returns a height in pixels for every x. */
type Edge = (x: number) => number

/** Raw RGB pixels: a plain background with two hills at the bottom. */
export function paintBackground(width: number, height: number, { paper, mist, honey, pine, deep }: Colours): Buffer {
  const pixels = Buffer.alloc(width * height * 3)
  fillBelow(() => 0, paper)
  const [income, spending] = [rising(0.585, 0.75), rising(0.9, 0.765)]
  fillBelow((x) => income(x) - wave(x, 46), mist)
  fillBelow(income, honey)
  fillBelow(spending, pine)
  fillBelow((x) => height * 0.93 + wave(x, 18), deep)
  return pixels

  /** Interpolates from `end` at the left to `start` at the right, with zero slope at both. */
  function rising(end: number, start: number): Edge {
    return (x) => {
      const t = x / width
      return height * (end + (start - end) * t * t * (3 - 2 * t))
    }
  }

  function wave(x: number, size: number) {
    return Math.sin((x / width) * Math.PI * 1.4) * size
  }

  /** Anti-aliasing: the pixel on the edge is a blend of both colours. */
  function fillBelow(edge: Edge, colour: Channels) {
    for (let x = 0; x < width; x++) {
      const top = Math.max(edge(x), 0)
      for (let y = Math.floor(top); y < height; y++) {
        const share = Math.min(y + 1 - top, 1)
        for (let channel = 0; channel < 3; channel++) {
          const at = (y * width + x) * 3 + channel
          pixels[at] = pixels[at]! * (1 - share) + colour[channel]! * share
        }
      }
    }
  }
}

/** Blends two RGB colours. `share` is the weight of the first one, from 0 to 1. */
export const blendColours = (colour: Channels, share: number, ground: Channels): Channels => [
  Math.round(colour[0] * share + ground[0] * (1 - share)),
  Math.round(colour[1] * share + ground[1] * (1 - share)),
  Math.round(colour[2] * share + ground[2] * (1 - share)),
]
