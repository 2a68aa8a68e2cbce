/** Tabs of the SEO section. */
export const seoTabs: readonly { to: string; text: string }[] = [
  { to: '/crm/seo-manager', text: 'עמודים' },
  { to: '/crm/seo-manager/redirects', text: 'הפניות' },
  { to: '/crm/seo-manager/missing', text: 'כתובות שלא נמצאו' },
  { to: '/crm/seo-manager/links', text: 'קישורים' },
  { to: '/crm/seo-manager/answers', text: 'משוב על השאלות' },
  { to: '/crm/seo-manager/robots', text: 'מפת האתר ורובוטים' },
  { to: '/crm/seo-manager/settings', text: 'הגדרות' },
]

/** The tab of a path; the editor of a page belongs to the first. */
export const tabOf = (pathname: string) => seoTabs.find(({ to }) => to === pathname)?.to ?? seoTabs[0]!.to

/** Path of a page's SEO editor. */
export const headEditorOf = (path: string) => `/crm/seo-manager/page?${new URLSearchParams({ path }).toString()}`
