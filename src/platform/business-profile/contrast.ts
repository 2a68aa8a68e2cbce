// WCAG contrast ratio of two colours.

/** Red, green and blue, each from 0 to 255. */
export type Channels = readonly [red: number, green: number, blue: number]

/** 1 to 21. At least 4.5 is required for normal text (WCAG 2.2, 1.4.3). */
export function contrast(one: Channels, other: Channels): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

export const enoughContrast = 4.5

/** WCAG 2.2, relative luminance. */
export function luminance([red, green, blue]: Channels): number {
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

function linear(channel: number) {
  const part = channel / 255
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
}

/** Parses `#0c5a55`. */
export const channelsOf = (hex: string): Channels =>
  [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as unknown as Channels
