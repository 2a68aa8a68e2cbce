/** Tabs of the site section, with paths below /crm/site. */
export const siteTabs: readonly { to: string; text: string }[] = [
  { to: '/crm/site', text: 'עמודים' },
  { to: '/crm/site/reviews', text: 'המלצות' },
  { to: '/crm/site/figures', text: 'מספרים' },
  { to: '/crm/site/link-in-bio', text: 'עמוד הקישורים' },
  { to: '/crm/site/legal', text: 'מסמכים משפטיים' },
]
