// What a visitor may choose for reading. Kept in the browser only; small enough to run before the first paint.
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

/** Stored values laid over the defaults; whatever cannot be read, or is no value we know, leaves the default. */
export function readSettings(stored: string | null): AccessibilitySettings {
  let values: Partial<Record<keyof AccessibilitySettings, unknown>> = {}
  try {
    values = Object(JSON.parse(stored ?? '{}')) as typeof values
  } catch {
    // Something else wrote there: the defaults stand.
  }
  const { fontScale, contrast } = values
  return {
    fontScale: fontScales.find((step) => step === fontScale) ?? 1,
    contrast: contrast === 'high' || contrast === 'invert' ? contrast : 'normal',
    highlightLinks: values.highlightLinks === true,
    strongFocus: values.strongFocus === true,
    reduceMotion: values.reduceMotion === true,
    largeTargets: values.largeTargets === true,
  }
}

/** Puts the choices on the root element: one variable for the text size, a class for each of the others. */
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

/** The next step up or down; at the end of the steps it stays. */
export function stepScale(scale: number, by: 1 | -1): number {
  const at = fontScales.findIndex((step) => step === scale)
  return fontScales[Math.min(Math.max(at + by, 0), fontScales.length - 1)]!
}
