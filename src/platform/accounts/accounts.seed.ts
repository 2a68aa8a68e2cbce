// Demo staff, one per role, and one client.
import type { Role } from './accounts.ts'

export type DemoUser = { role: Role; email: string; name: string }

export const demoUsers: readonly DemoUser[] = [
  { role: 'owner', email: 'owner@example.com', name: 'מיכל לדוגמה' },
  { role: 'admin', email: 'admin@example.com', name: 'אורן לדוגמה' },
  { role: 'coach', email: 'coach@example.com', name: 'הילה לדוגמה' },
  { role: 'sales', email: 'sales@example.com', name: 'עמית לדוגמה' },
  { role: 'content', email: 'content@example.com', name: 'רותם לדוגמה' },
  { role: 'client', email: 'client@example.com', name: 'איתי לדוגמה' },
]

/** User id by demo user, filled after the accounts are created. */
export type DemoTeam = Record<Role, string>

export const demoRoles = (team: DemoTeam) =>
  demoUsers.map(({ role }) => ({ user_id: team[role], role, is_active: true, is_demo: true }))
