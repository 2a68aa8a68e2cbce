// The logo mark as pixels. The server's image library refuses SVG, so the shapes of favicon.svg are computed.

type Colour = readonly [number, number, number]

/** Samples per side of a pixel, for smooth edges. */
const samples = 3

/** A square of `side` pixels in RGBA. `ground` and `coin` are six-digit hex colours. Without `isRound` the corners are filled too. */
export function paintTile(side: number, { ground, coin }: { ground: string; coin: string }, isRound: boolean): Buffer {
  const colours = { ground: channels(ground), coin: channels(coin), letter: [255, 255, 255] as const }
  const pixels = Buffer.alloc(side * side * 4)
  const step = 64 / side / samples
  for (let y = 0; y < side; y++)
    for (let x = 0; x < side; x++) {
      const sum = [0, 0, 0, 0]
      for (let at = 0; at < samples * samples; at++) {
        const px = (x * samples + (at % samples) + 0.5) * step
        const py = (y * samples + Math.floor(at / samples) + 0.5) * step
        if (isRound && !isInTile(px, py)) continue
        const colour: Colour = colours[partAt((px - 11.5) / 0.86, (py - 9.5) / 0.86)]
        for (const channel of [0, 1, 2] as const) sum[channel]! += colour[channel]
        sum[3]! += 1
      }
      const covered = sum[3]!
      const to = (y * side + x) * 4
      for (const channel of [0, 1, 2]) pixels[to + channel] = covered ? sum[channel]! / covered : 0
      pixels[to + 3] = (255 * covered) / samples ** 2
    }
  return pixels
}

const channels = (hex: string): Colour => {
  const value = Number.parseInt(hex.slice(1), 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}

/** The shapes of the letter and its coin, in the letter's coordinates. */
function partAt(x: number, y: number): 'ground' | 'coin' | 'letter' {
  if (Math.hypot(x - 18.6, y - 24.2) <= 5) return 'coin'
  const isBase = x >= 5 && x <= 44 && y >= 34 && y <= 42
  const isRoof =
    isUnderArc(x, y, { top: 6, end: 41, radius: 15.5 }) && !isUnderArc(x, y, { top: 14.5, end: 32.5, radius: 7.7 })
  return isBase || isRoof ? 'letter' : 'ground'
}

/** Whether a point is inside a block from x = 5 to `end`, from `top` to the base, with a rounded upper right corner. */
function isUnderArc(x: number, y: number, { top, end, radius }: { top: number; end: number; radius: number }) {
  if (x < 5 || x > end || y < top || y > 34) return false
  const [dx, dy] = [x - (end - radius), y - (top + radius)]
  return dx <= 0 || dy >= 0 || Math.hypot(dx, dy) <= radius
}

const corners = [
  { x: 14, y: 14, radius: 14, right: false, below: false },
  { x: 32, y: 32, radius: 32, right: true, below: false },
  { x: 58, y: 58, radius: 6, right: true, below: true },
  { x: 14, y: 50, radius: 14, right: false, below: true },
]
const isInTile = (px: number, py: number) =>
  corners.every(({ x, y, radius, right, below }) => {
    const [dx, dy] = [right ? px - x : x - px, below ? py - y : y - py]
    return dx <= 0 || dy <= 0 || Math.hypot(dx, dy) <= radius
  })
