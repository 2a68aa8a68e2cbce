// What somebody is in the business, and what that opens. Light: the frame of the app asks before any schema is there.
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

/** Whether these roles open the CRM at all. */
export const isStaff = (mine: readonly Role[]) => mine.some((role) => role !== 'client')

/** Whether these roles open the pages below /admin. */
export const isAdmin = (mine: readonly Role[]) => mine.some((role) => role === 'owner' || role === 'admin')

/** Whether these roles may see people and sales. Content staff may not. */
export const seesContacts = (mine: readonly Role[]) => mine.some((role) => role !== 'client' && role !== 'content')

/** Whether these roles write the site, its blog and its mails. */
export const caresForSite = (mine: readonly Role[]) =>
  mine.some((role) => role === 'owner' || role === 'admin' || role === 'content')
