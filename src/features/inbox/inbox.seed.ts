// A conversation of the demo client with their coach, with an unanswered question.
import { demoContactId, ago } from '#features/contacts/contacts.seed.ts'
import { seedId } from '#lib/seed-id.ts'
import type { DemoTeam } from '#platform/accounts/accounts.seed.ts'
import type { ThreadMessage } from './inbox.ts'

type Line = { by: 'client' | 'coach'; hoursAgo: number; body: string }

const lines: readonly Line[] = [
  { by: 'client', hoursAgo: 50, body: 'העלינו את תלושי השכר של שנינו. חסר עוד משהו לפני הפגישה?' },
  { by: 'coach', hoursAgo: 47, body: 'תודה, הכול הגיע. אם אפשר, גם את פירוט האשראי של החודש האחרון.' },
  { by: 'client', hoursAgo: 20, body: 'הפירוט כבר במסמכים. שאלה: הגן של הקטנה נחשב הוצאה קבועה או משתנה?' },
]

const threadId = seedId(115, 1)

export const demoThreads = (now: Date) => [
  { id: threadId, contact_id: demoContactId('itay'), created_at: ago(now, 0, lines[0]!.hoursAgo), is_demo: true },
]

export const demoThreadMessages = (team: DemoTeam, now: Date) =>
  lines.map(({ by, hoursAgo, body }, i) => ({
    id: seedId(116, i + 1),
    thread_id: threadId,
    author_id: by === 'client' ? team.client : team.coach,
    author_kind: by === 'client' ? ('client' as const) : ('staff' as const),
    contact_id: by === 'client' ? demoContactId('itay') : null,
    body,
    created_at: ago(now, 0, hoursAgo),
    is_demo: true,
  })) satisfies Partial<ThreadMessage>[]
