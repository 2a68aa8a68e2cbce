// Tasks of the demo team: overdue, due today, upcoming and done.
import type { DemoTeam } from '#platform/accounts/accounts.seed.ts'
import { ago, demoContactId, demoFamilies } from '#features/contacts/contacts.seed.ts'
import { demoOpportunityId } from '#features/opportunities/opportunities.seed.ts'
import { dayOf, instantAt } from '#lib/time/dates.ts'
import { addDays } from '#lib/time/day-arithmetic.ts'
import { seedId } from '#lib/seed-id.ts'
import type { Task } from './tasks.ts'

type DemoTask = {
  name: string
  by: 'owner' | 'coach' | 'sales' | 'content'
  /** Days from today; negative is overdue. */
  dueIn: number
  /** 'HH:MM' in Israel's time zone. */
  at?: string
  rrule?: string
  contact?: string
  card?: string
  type?: Task['type']
  priority?: Task['priority']
  status?: Task['status']
}

const promises: readonly DemoTask[] = [
  {
    name: 'חזרה לפנייה חדשה – תמר',
    by: 'owner',
    dueIn: 0,
    contact: 'tamar',
    card: 'שיחת היכרות – תמר',
    type: 'call',
    priority: 'high',
  },
  {
    name: 'שליחת סיכום שיחה – נועה',
    by: 'sales',
    dueIn: 1,
    contact: 'noa',
    card: 'ליווי משפחתי – נועה',
    type: 'email',
  },
  { name: 'בדיקת מסמכים – יואב', by: 'coach', dueIn: -1, contact: 'yoav', card: 'ליווי משפחתי – יואב', status: 'Done' },
  { name: 'שיחת מעקב – יואב', by: 'coach', dueIn: 2, contact: 'yoav', card: 'ליווי משפחתי – יואב', type: 'call' },
  {
    name: 'להתקשר שוב – צח"י',
    by: 'sales',
    dueIn: -1,
    contact: 'tzachi',
    card: 'ליווי משפחתי – צח"י',
    type: 'call',
    priority: 'high',
  },
  {
    name: 'לשלוח סיכום והצעה – ד"ר מורן',
    by: 'owner',
    dueIn: 0,
    contact: 'doctor',
    card: 'ליווי משפחתי – ד"ר מורן',
    type: 'email',
  },
  {
    name: 'מעקב אחרי הצעה – הדס',
    by: 'sales',
    dueIn: -3,
    contact: 'hadas',
    card: 'ליווי משפחתי – הדס',
    type: 'whatsapp',
  },
  { name: 'מעקב אחרי הצעה – מאיה', by: 'sales', dueIn: 1, contact: 'maya', card: 'סדר ב־90 דקות – מאיה', type: 'call' },
  { name: 'לוודא מועד לסדנה – עידית', by: 'owner', dueIn: 4, contact: 'school', card: 'סדנה להורים – עידית' },
  {
    name: 'הכנה לשיחה משותפת – ליאת ושגיא',
    by: 'sales',
    dueIn: 1,
    contact: 'liat',
    card: 'ליווי משפחתי – ליאת ושגיא',
    type: 'meeting',
  },
  { name: 'הכנת שיקוף – רינת', by: 'coach', dueIn: 3, contact: 'rinat' },
  { name: 'עדכון שעות פעילות באתר לקראת החגים', by: 'content', dueIn: 6, priority: 'low' },
  {
    name: 'שיחת היכרות – נועה ודור',
    by: 'sales',
    dueIn: -2,
    contact: 'noa',
    card: 'ליווי משפחתי – נועה',
    type: 'call',
    status: 'Done',
  },
  {
    name: 'שיחת היכרות – עומר',
    by: 'owner',
    dueIn: 0,
    at: '16:30',
    contact: 'omer',
    type: 'meeting',
  },
  { name: 'לעדכן את טבלת ההכנסות', by: 'owner', dueIn: -2, rrule: 'FREQ=WEEKLY' },
]

/** Two days before the due date or today, but not before the contact was created. */
const createdAt = (contact: string | undefined, dueIn: number, now: Date) =>
  ago(now, Math.min(daysKnown(contact), Math.max(0, -dueIn) + 2), 0.5)

const daysKnown = (contact: string | undefined) =>
  demoFamilies.find(({ key }) => key === contact)?.daysAgo ?? Number.POSITIVE_INFINITY

export const demoTasks = (team: DemoTeam, now: Date) =>
  promises.map(({ name, by, dueIn, at, rrule, contact, card, type, priority, status }, i) => ({
    id: seedId(5, i + 1),
    name,
    due_date: addDays(dayOf(now), dueIn),
    due_at: at ? instantAt(addDays(dayOf(now), dueIn), at).toISOString() : null,
    rrule: rrule ?? null,
    status: status ?? 'To Do',
    user_id: team[by],
    contact_id: contact ? demoContactId(contact) : null,
    opportunity_id: card ? demoOpportunityId(card) : null,
    type: type ?? 'todo',
    priority: priority ?? 'medium',
    completed_at: status === 'Done' ? ago(now, 1) : null,
    created_at: createdAt(contact, dueIn, now),
    is_demo: true,
  })) satisfies Partial<Task>[]
