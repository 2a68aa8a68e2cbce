// Staff roles and what each may open. No schema imports: the app shell loads this before anything else.
export const roles = ['owner', 'admin', 'coach', 'sales', 'content', 'client'] as const
export type Role = (typeof roles)[number]

export const roleLabels: Record<Role, string> = {
  owner: 'בעלות',
  admin: 'ניהול',
  coach: 'ליווי',
  sales: 'מכירות',
  content: 'תוכן',
  client: 'לקוחות',
}

/** Whether one of these roles may open the CRM. */
export const isStaff = (mine: readonly Role[]) => mine.some((role) => role !== 'client')

/** Whether one of these roles may open the pages below /admin. */
export const isAdmin = (mine: readonly Role[]) => mine.some((role) => role === 'owner' || role === 'admin')

/** Whether one of these roles may see contacts and opportunities. The content role may not. */
export const seesContacts = (mine: readonly Role[]) => mine.some((role) => role !== 'client' && role !== 'content')

/** Whether one of these roles may edit the site, the blog and mail. */
export const managesSite = (mine: readonly Role[]) =>
  mine.some((role) => role === 'owner' || role === 'admin' || role === 'content')
