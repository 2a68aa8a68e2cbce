/** What the site is made of, in the order of the tabs. An address is below /crm/site; a tab whose screen does not stand is not on the list. */
export const siteTabs: readonly { to: string; text: string }[] = [
  { to: '/crm/site', text: 'עמודים' },
  { to: '/crm/site/reviews', text: 'המלצות' },
  { to: '/crm/site/figures', text: 'מספרים' },
  { to: '/crm/site/link-in-bio', text: 'עמוד הקישורים' },
  { to: '/crm/site/legal', text: 'מסמכים משפטיים' },
]
