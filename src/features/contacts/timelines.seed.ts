// Timelines of the demo contacts: the history of their opportunities and notes of the team.
import type { DemoTeam } from '#platform/accounts/accounts.seed.ts'
import { ago, demoContactId } from '#features/contacts/contacts.seed.ts'
import { demoPipeline, demoStagesOf, demoOpportunityId } from '#features/opportunities/opportunities.seed.ts'
import type { PipelineStage } from '#platform/pipelines/pipelines.ts'
import type { WrittenType } from '#platform/activities/activities.ts'

type DemoActivity = {
  contact: string
  type: WrittenType
  by: 'owner' | 'coach' | 'sales'
  daysAgo: number
  text: string
  isPinned?: boolean
}

const written: readonly DemoActivity[] = [
  {
    contact: 'noa',
    type: 'call',
    by: 'sales',
    daysAgo: 4,
    text: 'שיחה ראשונה של עשר דקות. שני ילדים קטנים, מינוס קבוע של אמצע החודש. רוצים להתחיל ממיפוי.',
  },
  {
    contact: 'noa',
    type: 'note',
    by: 'sales',
    daysAgo: 3,
    text: 'דור ישתתף בשיחת ההיכרות. הכי נוח להם אחרי שמונה בערב.',
    isPinned: true,
  },
  { contact: 'noa', type: 'whatsapp', by: 'sales', daysAgo: 2, text: 'קישור לשאלון הפתיחה.' },
  {
    contact: 'itay',
    type: 'meeting',
    by: 'coach',
    daysAgo: 30,
    text: 'מפגש ראשון: סיווג הוצאות לארבעה סעיפים. הופתעו מהוראות הקבע הכפולות.',
  },
  {
    contact: 'itay',
    type: 'note',
    by: 'coach',
    daysAgo: 16,
    text: 'תקציב ראשון סגור. המשימה הבאה: פגישת כסף ביתית של 20 דקות.',
  },
  {
    contact: 'maya',
    type: 'call',
    by: 'sales',
    daysAgo: 6,
    text: 'עצמאית, מבקשת הפרדה בין העסק לבית. נשלחה הצעה לפגישה אחת.',
  },
  {
    contact: 'yoav',
    type: 'meeting',
    by: 'coach',
    daysAgo: 14,
    text: 'שיחת היכרות. חמש שנים לפני פרישה, מתלבטים אם זה הזמן.',
  },
  { contact: 'yoav', type: 'note', by: 'coach', daysAgo: 9, text: 'ביקשו שבועיים לחשוב ולדבר בבית.' },
  { contact: 'doctor', type: 'call', by: 'owner', daysAgo: 1, text: 'שיחה טובה. מחכים לסיכום בכתב ולמחיר.' },
  { contact: 'hadas', type: 'email', by: 'sales', daysAgo: 11, text: 'נשלחה הצעה לליווי של חצי שנה.' },
  { contact: 'liat', type: 'call', by: 'sales', daysAgo: 2, text: 'ליאת ושגיא הגיעו אחרי ההדרכה. נקבעה שיחה משותפת.' },
  {
    contact: 'rinat',
    type: 'meeting',
    by: 'coach',
    daysAgo: 5,
    text: 'פגישת שיקוף. הוגדרו שלוש מטרות: קרן חירום, סיום ההלוואה, חופשה בלי אשראי.',
  },
  { contact: 'nir', type: 'whatsapp', by: 'sales', daysAgo: 20, text: 'תזכורת קצרה. אין תשובה בינתיים.' },
  { contact: 'dana', type: 'note', by: 'sales', daysAgo: 20, text: 'לא מתאים עכשיו. לחזור אחרי החגים.' },
]

export const demoWrittenActivities = (team: DemoTeam, now: Date) =>
  written.map(({ contact, type, by, daysAgo, text, isPinned }) => ({
    type,
    happened_at: ago(now, daysAgo, 2),
    actor_kind: 'user',
    actor_id: team[by],
    contact_id: demoContactId(contact),
    opportunity_id: demoOpportunityId(demoPipeline.find((card) => card.contact === contact)!.name),
    related_type: null,
    related_id: null,
    title_cache: '',
    payload: { text },
    pinned_at: isPinned ? ago(now, daysAgo, 2) : null,
    is_demo: true,
  }))

/** Stage changes as the triggers would have logged them. */
export const demoJourneyActivities = (team: DemoTeam, stages: readonly PipelineStage[], now: Date) =>
  demoPipeline.flatMap((card) =>
    demoStagesOf(card, now).map(({ stage, at }, i, journey) => {
      const from = journey[i - 1]?.stage
      const nameOf = (slug: string | undefined) => stages.find((one) => one.slug === slug)?.name
      const isClosing = stage === 'won' || stage === 'lost'
      return {
        type: from === undefined ? 'opportunity.created' : `opportunity.${isClosing ? stage : 'stage_changed'}`,
        happened_at: at,
        actor_kind: from !== undefined && card.owner ? 'user' : 'system',
        actor_id: from !== undefined && card.owner ? team[card.owner] : null,
        contact_id: demoContactId(card.contact),
        opportunity_id: demoOpportunityId(card.name),
        related_type: 'opportunity',
        related_id: demoOpportunityId(card.name),
        title_cache: card.name,
        payload: {
          to: stage,
          to_name: nameOf(stage),
          ...(from && { from, from_name: nameOf(from) }),
          ...(stage === 'lost' && { reason: card.lostReason, note: card.lostNote ?? null }),
        },
        pinned_at: null,
        is_demo: true,
      }
    }),
  )
