// Notifications of the demo team.
import type { DemoTeam } from '#platform/accounts/accounts.seed.ts'
import { ago, demoContactId } from '#features/contacts/contacts.seed.ts'
import { seedId } from '#lib/seed-id.ts'
import type { Notification } from './notifications.ts'

type DemoNotice = {
  type?: string
  to: readonly (keyof DemoTeam)[]
  title: string
  message: string
  contact: string
  hoursAgo: number
  severity?: Notification['severity']
  isRead?: boolean
}

const demoNotices: readonly DemoNotice[] = [
  {
    to: ['owner', 'admin', 'sales'],
    title: 'פנייה חדשה מהאתר',
    message: 'תמר לדוגמה – פגישה בודדת',
    contact: 'tamar',
    hoursAgo: 1,
    severity: 'high',
  },
  {
    to: ['owner', 'admin', 'sales'],
    title: 'פנייה חדשה מהאתר',
    message: 'אבי ז"ל – פגישה בודדת',
    contact: 'avi',
    hoursAgo: 49,
    severity: 'high',
    isRead: true,
  },
  {
    to: ['owner', 'sales'],
    title: 'פנייה חדשה מהאתר',
    message: 'ג׳ני לדוגמה – תוכנית דיגיטלית',
    contact: 'jenny',
    hoursAgo: 73,
    severity: 'high',
    isRead: true,
  },
  {
    type: 'opportunity.won',
    to: ['coach'],
    title: 'לקוחות חדשים בליווי',
    message: 'רינת לדוגמה – ליווי משפחתי',
    contact: 'rinat',
    hoursAgo: 18 * 24,
  },
]

export const demoNotifications = (team: DemoTeam, now: Date) =>
  demoNotices.flatMap(({ type, to, title, message, contact, hoursAgo, severity, isRead }, i) =>
    to.map((role, j) => ({
      id: seedId(6, i * 10 + j + 1),
      user_id: team[role],
      type: type ?? 'contact_request.received',
      title,
      message,
      severity: severity ?? 'medium',
      related_entity_type: 'contact',
      related_entity_id: demoContactId(contact),
      is_read: isRead ?? false,
      created_at: ago(now, 0, hoursAgo),
      metadata: {},
      is_demo: true,
    })),
  ) satisfies Partial<Notification>[]
