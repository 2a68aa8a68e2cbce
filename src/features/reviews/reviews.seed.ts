// Invented reviews of invented families, for the demo site only.
import { seedId } from '#lib/seed-id.ts'
import type { Review } from './reviews.ts'

const reviews: readonly {
  name: string
  about: string
  body: string
  tags: string[]
  isFeatured?: boolean
  daysAgo: number
}[] = [
  {
    name: 'נ׳ וא׳ (דוגמה)',
    about: 'הורים לשניים',
    body: 'בפעם הראשונה ישבנו על המספרים בלי לריב. הפתיע אותנו כמה מעט סעיפים עושים את כל ההבדל.',
    tags: ['זוגיות וכסף', 'תקציב'],
    isFeatured: true,
    daysAgo: 12,
  },
  {
    name: 'מ׳ (דוגמה)',
    about: 'אם לשלושה, אחרי חודשיים: הקניות נשארות בסכום שקבעה',
    body: 'חשבתי שאני צריכה משמעת. הייתי צריכה רשימה קצרה ומישהו שישאל עליה ביום חמישי.',
    tags: ['הרגלים'],
    daysAgo: 30,
  },
  {
    name: 'ש׳ וי׳ (דוגמה)',
    about: 'זוג צעיר, אחרי שלושה חודשים: לוח סילוק אחד',
    body: 'הגענו עם חמש הלוואות ובלי סדר. יצאנו עם טבלה אחת ותאריך סיום.',
    tags: ['חובות והלוואות'],
    daysAgo: 45,
  },
  {
    name: 'ד׳ (דוגמה)',
    about: 'עצמאי, אחרי חודש: חשבון לעסק וחשבון לבית',
    body: 'סוף סוף יש הפרדה בין העסק לבית. זה נשמע פשוט, אבל לא עשיתי את זה שמונה שנים.',
    tags: ['עצמאים'],
    daysAgo: 61,
  },
  {
    name: 'ר׳ וג׳ (דוגמה)',
    about: 'לפני פרישה, אחרי פגישה אחת: רשימת החלטות עם תאריכים',
    body: 'לא קיבלנו המלצה על שום מוצר. קיבלנו את השאלות הנכונות לשאול.',
    tags: ['לקראת פרישה'],
    daysAgo: 90,
  },
  {
    name: 'ל׳ (דוגמה)',
    about: 'אם יחידנית, אחרי חודש: יודעת כמה עולה חודש',
    body: 'אף אחד לא עשה לי פרצוף. זה היה שווה הכול.',
    tags: ['הרגלים'],
    daysAgo: 120,
  },
]

const dayMs = 86_400_000

export const demoReviews = (now: Date) =>
  reviews.map(({ name, about, body, tags, isFeatured = false, daysAgo }, i) => {
    const at = new Date(now.getTime() - daysAgo * dayMs).toISOString()
    return {
      id: seedId(31, i + 1),
      shown_name: name,
      about,
      body,
      original_body: body,
      tags,
      source: 'manual',
      consent_scope: 'first_name_only',
      permission: 'תוכן לדוגמה: נכתב לצורך ההדגמה, ואין מאחוריו אדם',
      permitted_on: at.slice(0, 10),
      status: 'approved',
      is_featured: isFeatured,
      approved_at: at,
      created_at: at,
      is_demo: true,
    } satisfies Partial<Review>
  })
