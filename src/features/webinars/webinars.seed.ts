// Demo webinars: one with a future session and one with a past session, with registrants, questions and interactions.
import { ago, demoContactId } from '#features/contacts/contacts.seed.ts'
import { chapters } from '#platform/player/clips/annual-expenses.ts'
import { seedId } from '#lib/seed-id.ts'
import { dayOf, instantAt } from '#lib/time/dates.ts'
import { addDays } from '#lib/time/day-arithmetic.ts'
import { TemplateDefinition } from './templates/webinar-template.ts'
import type { Webinar } from './webinars.ts'

const [budget, yearly, expenses] = [seedId(88, 1), seedId(88, 2), seedId(88, 3)]
const [past, next, later] = [seedId(89, 1), seedId(89, 2), seedId(89, 3)]

/** The first Tuesday at least `days` ahead, at 20:30. */
function tuesday(now: Date, days: number): Date {
  const first = addDays(dayOf(now), days)
  return instantAt(addDays(first, (9 - new Date(`${first}T12:00:00Z`).getUTCDay()) % 7), '20:30')
}

/** The past session began on a Tuesday, eight to fourteen days ago. */
const pastStart = (now: Date) => tuesday(now, -14)
const daysBefore = (instant: Date, days: number) => new Date(instant.getTime() - days * 86_400_000)

/** Shared fields of the live webinars. */
const live = {
  kind: 'live',
  status: 'published',
  duration_minutes: 60,
  recording: null,
  captions_url: null,
  chapters: [] as Webinar['chapters'],
  is_demo: true,
} as const

export const demoWebinars = () =>
  [
    {
      ...live,
      id: budget,
      slug: 'takziv-she-mahzik',
      title: 'איך בונים תקציב שמחזיק יותר מחודש',
      subtitle: 'שיטת ארבעת הסעיפים, צעד אחר צעד, עם תסריט לפגישת כסף של עשרים דקות.',
      takeaways: ['שיטת ארבעת הסעיפים, צעד אחר צעד', 'מה עושים עם הוצאות שנתיות', 'תסריט לפגישת כסף של 20 דקות'],
      presenter: 'הילה לדוגמה',
      presenter_about: 'מלווה משפחות בכלכלת הבית. מגיעה עם דף, עט ושאלות פשוטות.',
      recap: 'פתחנו בתמונת מצב: מה נכנס, מה יוצא, ומה קורה פעם בשנה. עכשיו עוברים לארבעת הסעיפים.',
    },
    {
      ...live,
      id: yearly,
      slug: 'bdika-shnatit',
      title: 'הבדיקה השנתית: 24 פריטים בשעה',
      subtitle: 'שעה אחת בשנה שחוסכת הפתעות בשאר החודשים.',
      takeaways: ['רשימה של 24 פריטים', 'מה בודקים עם הבנק', 'מה דוחים לשנה הבאה'],
      presenter: 'מיכל לדוגמה',
      presenter_about: 'מלווה משפחות בתכנון שנתי.',
      recap: '',
    },
    {
      ...live,
      id: expenses,
      slug: 'hotzaot-shnatiyot',
      title: 'הוצאות שנתיות בלי הפתעות',
      subtitle: 'דקה אחת, בלי קול, עם כתוביות: שלושה צעדים וגיליון אחד.',
      takeaways: ['מה קורה פעם בשנה', 'המחיר החודשי של השנה', 'חשבון נפרד שמחכה'],
      presenter: 'הילה לדוגמה',
      presenter_about: 'מלווה משפחות בכלכלת הבית.',
      recap: 'זוכרים מה קורה פעם בשנה, מחלקים בשתים־עשרה, ומעבירים לחשבון נפרד.',
      kind: 'on_demand',
      duration_minutes: 5,
      recording: { provider: 'file', ref: '/clips/annual-expenses.webm' },
      captions_url: '/clips/annual-expenses.vtt',
      chapters,
    },
  ] satisfies Partial<Webinar>[]

const ahead = {
  status: 'scheduled',
  capacity: null,
  started_at: null,
  ended_at: null,
  settled_at: null,
  is_demo: true,
}

export function demoWebinarSessions(now: Date) {
  const started = pastStart(now)
  const ended = new Date(started.getTime() + 62 * 60_000)
  return [
    {
      ...ahead,
      id: past,
      webinar_id: budget,
      starts_at: started,
      status: 'closed',
      started_at: started,
      ended_at: ended,
      settled_at: new Date(ended.getTime() + 15 * 60_000),
    },
    { ...ahead, id: next, webinar_id: budget, starts_at: tuesday(now, 3) },
    { ...ahead, id: later, webinar_id: yearly, starts_at: tuesday(now, 10), capacity: 40 },
  ]
}

/** The peak of the past session, twelve minutes after its start. */
export const demoWebinarPeaks = (now: Date) => [
  {
    session_id: past,
    viewers: 3,
    reached_at: new Date(pastStart(now).getTime() + 12 * 60_000),
  },
]

const attended = [
  { contact: 'noa', name: 'נועה לדוגמה', session: past, state: 'stayed', seconds: 3540 },
  { contact: 'itay', name: 'איתי לדוגמה', session: past, state: 'stayed', seconds: 3420 },
  { contact: 'maya', name: 'מאיה לדוגמה', session: past, state: 'left_early', seconds: 1320 },
  { contact: 'tamar', name: 'תמר לדוגמה', session: past, state: 'missed', seconds: 0 },
  { contact: 'yoav', name: 'יואב לדוגמה', session: next, state: 'registered', seconds: 0 },
  { contact: 'dana', name: 'דנה לדוגמה', session: next, state: 'registered', seconds: 0 },
] as const

const registrationId = (contact: string) => seedId(86, attended.findIndex((one) => one.contact === contact) + 1)

export const demoWebinarRegistrations = (now: Date) =>
  attended.map(({ contact, name, session, state, seconds }) => ({
    id: registrationId(contact),
    webinar_id: budget,
    session_id: session,
    contact_id: demoContactId(contact),
    name,
    email: `${contact}@example.com`,
    state,
    registered_at: session === past ? daysBefore(pastStart(now), 3) : ago(now, 1),
    joined_at: seconds > 0 ? pastStart(now) : null,
    watched: seconds > 0 ? `{[0,${seconds})}` : '{}',
    watched_seconds: seconds,
    max_position: seconds,
    is_demo: true,
  }))

/** Views of the registrants who attended, for the viewer curve of the report. */
export const demoWebinarViews = (now: Date) =>
  attended
    .filter(({ seconds }) => seconds > 0)
    .map(({ contact, seconds }, at) => ({
      id: seedId(82, at + 1),
      registration_id: registrationId(contact),
      kind: 'live',
      started_at: pastStart(now),
      last_position: seconds,
      last_at: pastStart(now),
      watched: `{[${at * 90},${seconds})}`,
    }))

export const demoWebinarMessages = () =>
  [
    { contact: 'noa', name: 'נועה', body: 'איך מחשבים הוצאות של חגים אם כל שנה זה אחרת?' },
    { contact: 'maya', name: 'מאיה', body: 'מתאים גם למי שעצמאים?' },
  ].map(({ contact, name, body }, at) => ({
    id: seedId(85, at + 1),
    webinar_id: budget,
    session_id: past,
    registration_id: registrationId(contact),
    author: name,
    kind: 'question',
    body,
    position_s: 1200 + at * 600,
    votes: 2 - at,
    is_demo: true,
  }))

export const demoWebinarInteractions = () => [
  {
    id: seedId(84, 1),
    webinar_id: budget,
    kind: 'poll',
    title: 'מה הכי קשה לכם היום?',
    body: '',
    link: null,
    open_seconds: 600,
    choices: ['לדעת כמה יוצא', 'לדבר על כסף בבית', 'הוצאות שנתיות'],
    at_second: 300,
    is_demo: true,
  },
  {
    id: seedId(84, 2),
    webinar_id: budget,
    kind: 'offer',
    title: 'ליווי משפחתי',
    choices: [],
    body: 'למשתתפי הערב: שיחת היכרות לפני שמחליטים.',
    link: '/product',
    at_second: 2700,
    open_seconds: 3600,
    is_demo: true,
  },
]

export const demoWebinarTemplates = () => [
  {
    id: seedId(83, 1),
    name: 'ערב תקציב',
    about: 'הערב שאנחנו מעבירים פעם בחודש',
    definition: TemplateDefinition.parse({
      title: 'ערב תקציב',
      subtitle: 'שיטת ארבעת הסעיפים, צעד אחר צעד.',
      takeaways: ['תמונת מצב', 'ארבעה סעיפים'],
      presenter: 'הילה לדוגמה',
      schedule: { weekday: 2, time: '20:30' },
      interactions: [
        { kind: 'poll', title: 'מה הכי קשה לכם היום?', choices: ['לדעת כמה יוצא', 'הוצאות שנתיות'], at_second: 300 },
      ],
    }),
    is_demo: true,
  },
]
