// Options of a template preview: page, state, device, theme and brand.

export const pageChoices = {
  landing: 'הרשמה',
  thanks: 'אחרי ההרשמה',
  live: 'החדר',
  replay: 'הקלטה',
  mails: 'הודעות',
} as const
export const stateChoices = { before: 'לפני', live: 'בשידור', after: 'אחרי' } as const

export type PreviewChoices = {
  page: keyof typeof pageChoices
  state: keyof typeof stateChoices
  device: 'desktop' | 'phone'
  theme: 'light' | 'dark'
  brand: 'own' | 'neutral'
}

/** Options in the query; an unknown value falls back to the default. */
export const choicesOf = ({ page = '', state = '', device, theme, brand }: Record<string, string>): PreviewChoices => ({
  page: Object.hasOwn(pageChoices, page) ? (page as PreviewChoices['page']) : 'landing',
  state: Object.hasOwn(stateChoices, state) ? (state as PreviewChoices['state']) : 'before',
  device: device === 'phone' ? 'phone' : 'desktop',
  theme: theme === 'dark' ? 'dark' : 'light',
  brand: brand === 'neutral' ? 'neutral' : 'own',
})
