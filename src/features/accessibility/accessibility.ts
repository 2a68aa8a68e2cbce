// Accessibility settings of a visitor. Stored in the browser only; small enough to run before the first paint.
export const settingsKey = 'a11y-settings'

export type AccessibilitySettings = {
  fontScale: number
  contrast: 'normal' | 'high' | 'invert'
  highlightLinks: boolean
  strongFocus: boolean
  reduceMotion: boolean
  largeTargets: boolean
}

export const defaultSettings: AccessibilitySettings = {
  fontScale: 1,
  contrast: 'normal',
  highlightLinks: false,
  strongFocus: false,
  reduceMotion: false,
  largeTargets: false,
}

/** spec §9 */
export const fontScales = [1, 1.2, 1.4, 1.6] as const

/** Merges stored values into the defaults. Unreadable or unknown values are ignored. */
export function readSettings(stored: string | null): AccessibilitySettings {
  let values: Partial<Record<keyof AccessibilitySettings, unknown>> = {}
  try {
    values = Object(JSON.parse(stored ?? '{}')) as typeof values
  } catch {
    // Invalid JSON: the defaults apply.
  }
  const { fontScale, contrast } = values
  return {
    fontScale: (fontScales as readonly unknown[]).includes(fontScale) ? (fontScale as number) : 1,
    contrast: contrast === 'high' || contrast === 'invert' ? contrast : 'normal',
    highlightLinks: values.highlightLinks === true,
    strongFocus: values.strongFocus === true,
    reduceMotion: values.reduceMotion === true,
    largeTargets: values.largeTargets === true,
  }
}

/** Applies the settings to the root element: a CSS variable for the font scale, a class for each other setting. */
export function applySettings(root: HTMLElement, settings: AccessibilitySettings) {
  root.style.setProperty('--a11y-font-scale', String(settings.fontScale))
  const classes = {
    'a11y-contrast-high': settings.contrast === 'high',
    'a11y-contrast-invert': settings.contrast === 'invert',
    'a11y-highlight-links': settings.highlightLinks,
    'a11y-strong-focus': settings.strongFocus,
    'a11y-reduce-motion': settings.reduceMotion,
    'a11y-large-targets': settings.largeTargets,
  }
  for (const [name, on] of Object.entries(classes)) root.classList.toggle(name, on)
}

/** The next font scale up or down, clamped to the ends of the list. */
export function stepScale(scale: number, by: 1 | -1): number {
  const at = fontScales.findIndex((step) => step === scale)
  return fontScales[Math.min(Math.max(at + by, 0), fontScales.length - 1)]!
}
