// What each role may do, for what the app offers. The policies of the database decide; a test compares each line with them.
import type { Role } from './roles.ts'

const sellers = ['owner', 'admin', 'coach', 'sales'] as const
const admins = ['owner', 'admin'] as const

const rolesThatMay = {
  'add contacts': sellers,
  'delete contacts': admins,
  'export contacts': admins,
  'open opportunities': sellers,
  'delete opportunities': admins,
  'add tasks': ['owner', 'admin', 'coach', 'sales', 'content'],
  'give packages': ['owner', 'admin', 'sales'],
  'host appointments': sellers,
  'host webinars': ['owner', 'admin', 'coach', 'content'],
  'record payments': ['owner', 'admin', 'sales'],
  'record refunds': admins,
  'confirm legal texts': admins,
} as const satisfies Record<string, readonly Role[]>

export type Permission = keyof typeof rolesThatMay

/** @public For the test that compares them with the database. */
export const permissions = Object.entries(rolesThatMay) as [Permission, readonly Role[]][]

export const may = (mine: readonly Role[], permission: Permission): boolean =>
  mine.some((role) => (rolesThatMay[permission] as readonly Role[]).includes(role))
