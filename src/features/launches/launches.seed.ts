// Demo launches: one with an open cart, and the launch before it.
import { ago, demoContactId } from '#features/contacts/contacts.seed.ts'
import { demoProgramPriceId } from '#features/products/products.seed.ts'
import { seedId } from '#lib/seed-id.ts'
import { dayOf, instantAt } from '#lib/time/dates.ts'
import { addDays } from '#lib/time/day-arithmetic.ts'
import type { LaunchContent } from './launches.ts'

const launchId = seedId(110, 1)
const formerId = seedId(110, 2)
const contentId = (i: number) => seedId(111, i + 1)
const participantId = (i: number) => seedId(112, i + 1)
const hours = (now: Date, n: number) => new Date(now.getTime() + n * 3_600_000).toISOString()

const landing = {
  lead: 'שלושה שיעורים קצרים על כסף בבית: למה תקציבים נופלים, מה עובד במקומם, ואיך הופכים תוכנית להרגל.',
  promises: [
    'להבין לאן הולך הכסף, בלי לרשום כל קפה',
    'תקציב של ארבעה סעיפים שנכנס בדף אחד',
    'שיחת כסף אחת בשבוע, עשרים דקות',
  ],
  presenter: { name: 'נעים להכיר, הילה', about: 'מלווה משפחות בכלכלת הבית, ומאמינה שכל בית הוא עסק קטן עם לב גדול.' },
}
const offer = {
  title: 'בית מאוזן: שמונה שבועות של שגרה חדשה',
  text: 'אחרי שלושת השיעורים, התוכנית המלאה: שיעור קצר בשבוע, גיליון עבודה אחד ומפגשי שאלות ותשובות בקבוצה.',
  bonuses: [{ text: 'ארבעה מפגשי שאלות ותשובות בקבוצה קטנה' }, { text: 'גיליון הוצאות שנתיות מוכן למילוי' }],
  faq: [
    { q: 'כמה זמן זה דורש בשבוע?', a: 'כארבעים דקות: שיעור של עשר דקות, וחצי שעה עם הגיליון.' },
    { q: 'מה אם זה לא מתאים לנו?', a: 'אפשר לבטל בתוך 14 ימים, לפי חוק הגנת הצרכן.' },
  ],
}

/** The last 20:00 in Israel, so that the launch opens at a full hour. */
function lastEvening(now: Date): Date {
  const today = instantAt(dayOf(now), '20:00')
  return today <= now ? today : instantAt(addDays(dayOf(now), -1), '20:00')
}

export const demoLaunches = (now: Date) => [
  {
    id: formerId,
    cloned_from_id: null,
    title: 'שלושה שיעורים על כסף בבית, אביב',
    status: 'ended',
    prelaunch_at: ago(lastEvening(now), 200),
    cart_opens_at: ago(lastEvening(now), 193),
    cart_closes_at: ago(lastEvening(now), 188),
    price_id: demoProgramPriceId,
    landing,
    offer,
    next_time:
      'לפתוח את ההרשמה בערב ולא בבוקר: רוב הרכישות היו בין שמונה לעשר.\nלקצר את השיעור השלישי, רבים עצרו באמצע.',
    is_demo: true,
  },
  {
    id: launchId,
    title: 'שלושה שיעורים על כסף בבית',
    status: 'cart_open',
    prelaunch_at: ago(lastEvening(now), 8),
    cart_opens_at: ago(lastEvening(now), 1),
    cart_closes_at: hours(lastEvening(now), 120),
    price_id: demoProgramPriceId,
    landing,
    offer,
    cloned_from_id: formerId,
    next_time: '',
    is_demo: true,
  },
]

const lessons = [
  {
    title: 'למה תקציבים נופלים',
    days: 8,
    kind: 'video',
    body: 'רוב התקציבים נופלים לא בגלל חוסר משמעת, אלא כי הם מפורטים מדי.\n\nבשיעור הזה: שלוש הסיבות שחוזרות, ואיך מזהים אותן בבית שלכם.',
  },
  {
    title: 'שיטת ארבעת הסעיפים',
    days: 5,
    kind: 'video',
    body: 'ארבעה סעיפים, דף אחד, עשר דקות בשבוע.\n\nבשיעור הזה בונים יחד את הדף הראשון.',
  },
  {
    title: 'מתוכנית להרגל',
    days: 2,
    kind: 'video',
    body: 'תוכנית שלא חוזרים אליה היא רק דף.\n\nבשיעור הזה: שיחת כסף אחת בשבוע, ומה אומרים בה.',
  },
  {
    title: 'פתיחת ההרשמה',
    days: 1,
    kind: 'sales',
    body: 'ההרשמה לתוכנית המלאה פתוחה. כל הפרטים כאן למטה, ואפשר לשאול בתגובות.',
  },
] as const

export const demoLaunchContents = (now: Date) =>
  lessons.map(({ title, days, kind, body }, i) => ({
    id: contentId(i),
    launch_id: launchId,
    position: i + 1,
    kind,
    title,
    body,
    release_kind: 'at',
    release_at: ago(lastEvening(now), days),
  })) satisfies Partial<LaunchContent>[]

const people = [
  { contact: 'noa', name: 'נועה', email: 'noa@example.com', days: 8, seen: 4, status: 'active', utm: 'newsletter' },
  { contact: 'maya', name: 'מאיה', email: 'maya@example.com', days: 8, seen: 3, status: 'active', utm: 'facebook' },
  { contact: 'yoav', name: 'יואב', email: 'yoav@example.com', days: 7, seen: 4, status: 'buyer', utm: 'newsletter' },
  { contact: 'tamar', name: 'תמר', email: 'tamar@example.com', days: 4, seen: 1, status: 'active', utm: 'instagram' },
  { contact: 'dana', name: 'דנה', email: 'dana@example.com', days: 6, seen: 2, status: 'opted_out', utm: 'facebook' },
  { contact: 'gal', name: 'גל', email: 'gal@example.com', days: 2, seen: 0, status: 'joined', utm: 'instagram' },
  { contact: 'omer', name: 'עומר', email: 'omer@example.com', days: 1, seen: 1, status: 'active', utm: '' },
] as const

export const demoLaunchParticipants = (now: Date) => [
  ...people.map(({ contact, name, email, days, status, utm }, i) => ({
    id: participantId(i),
    launch_id: launchId,
    contact_id: demoContactId(contact),
    name,
    email,
    joined_at: ago(now, days),
    status,
    utm: utm ? { utm_source: utm } : {},
    last_seen_at: status === 'joined' ? null : ago(now, Math.max(0, days - 5)),
    opted_out_at: status === 'opted_out' ? ago(now, 3) : null,
    is_demo: true,
  })),
  // Participants of the previous launch.
  ...(['hadas', 'nir', 'dor'] as const).map((contact, i) => ({
    id: participantId(20 + i),
    launch_id: formerId,
    contact_id: demoContactId(contact),
    name: { hadas: 'הדס', nir: 'ניר', dor: 'דור' }[contact],
    email: `${contact}@example.com`,
    joined_at: ago(now, 198 - i),
    status: i === 0 ? 'buyer' : 'lapsed',
    utm: {},
    last_seen_at: ago(now, 190),
    opted_out_at: null,
    is_demo: true,
  })),
]

export const demoLaunchProgress = (now: Date) =>
  people.flatMap(({ seen, days }, who) =>
    lessons.map((lesson, i) => {
      const at = ago(now, Math.min(lesson.days, days), -2)
      return {
        id: seedId(113, who * 10 + i + 1),
        participant_id: participantId(who),
        content_id: contentId(i),
        opens_at: ago(lastEvening(now), lesson.days),
        first_open_at: i < seen ? at : null,
        segments: i < seen ? '{[0,420)}' : '{}',
        max_position_s: i < seen ? 420 : 0,
        completed_at: i < seen - 1 ? at : null,
        announced_at: at,
      }
    }),
  )

export const demoLaunchComments = (now: Date) => {
  const first = seedId(114, 1)
  const comment = {
    participant_id: null,
    user_id: null,
    status: 'visible',
    parent_id: null,
    pinned: false,
    settled_at: ago(now, 6),
  }
  return [
    {
      ...comment,
      id: first,
      content_id: contentId(0),
      participant_id: participantId(0),
      shown_name: 'נועה',
      body: 'הסיבה השנייה זה בדיוק אנחנו. שלוש אפליקציות ואף אחת לא החזיקה חודש.',
      created_at: ago(now, 7),
    },
    {
      ...comment,
      id: seedId(114, 2),
      content_id: contentId(0),
      shown_name: 'הצוות',
      body: 'תודה ששיתפת. בשיעור השני נבנה דף אחד במקום שלושתן.',
      parent_id: first,
      created_at: ago(now, 6),
    },
    {
      ...comment,
      id: seedId(114, 3),
      content_id: contentId(1),
      participant_id: participantId(1),
      shown_name: 'מאיה',
      body: 'לאן נכנסות הוצאות הרכב?',
      status: 'pending',
      settled_at: null,
      created_at: ago(now, 4),
    },
  ]
}
