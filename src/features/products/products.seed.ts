// Products of the demo business, and the enrolments of its demo families.
import { demoContactId } from '#features/contacts/contacts.seed.ts'
import { dayOf } from '#lib/time/dates.ts'
import { addDays } from '#lib/time/day-arithmetic.ts'
import { seedId } from '#lib/seed-id.ts'
import type { Enrolment, Price, Product } from './products.ts'

type DemoProduct = Pick<
  Product,
  'slug' | 'name' | 'kind' | 'tagline' | 'description' | 'included' | 'call_words' | 'call_way'
> & { facts: Record<string, string>; price: Partial<Price>; takenBy: { contact: string; daysAgo: number }[] }

const sold: readonly DemoProduct[] = [
  {
    slug: 'seder-90',
    name: 'סדר ב־90 דקות',
    kind: 'service',
    tagline: 'פגישה אחת, שאלה אחת גדולה, תוכנית פעולה כתובה.',
    description: 'פגישה אחת של 90 דקות בווידאו על שאלה אחת גדולה, וסיכום כתוב של עמוד אחד: החלטות, צעדים ותאריכים.',
    included: [
      '90 דקות בווידאו',
      'שאלון הכנה לפני הפגישה',
      'סיכום כתוב תוך שלושה ימי עסקים',
      'מענה בכתב במשך שבוע אחרי הפגישה',
    ],
    facts: {
      משך: 'פגישה אחת',
      'פגישות אישיות': '1',
      'מפגשי קבוצה': '–',
      'אזור אישי': '✓',
      'מענה בכתב': 'במשך שבוע אחרי הפגישה',
    },
    call_words: 'לתיאום פגישה',
    call_way: 'talk',
    price: { amount_agorot: 49_000 },
    takenBy: [],
  },
  {
    slug: 'livui-mishpachti',
    name: 'ליווי משפחתי',
    kind: 'service',
    tagline: 'חצי שנה, שתים־עשרה פגישות, ותוכנית אחת שמחזיקה גם אחרי הליווי.',
    description: 'ליווי כלכלי למשפחה: חצי שנה, שתים־עשרה פגישות, תוכנית אחת שמחזיקה גם אחרי שהליווי נגמר.',
    included: [
      '12 פגישות של 60 דקות',
      'שיקוף מלא של הכנסות, הוצאות, חובות וחיסכון',
      'תקציב חודשי ושנתי שנבנה יחד',
      '{{כשיש מסמכים באזור האישי}}אזור אישי עם שלבים, משימות ומסמכים{{כשאין מסמכים באזור האישי}}אזור אישי עם שלבים ומשימות',
      'מענה בכתב בין הפגישות',
    ],
    facts: {
      משך: '6 חודשים',
      'פגישות אישיות': '12',
      'מפגשי קבוצה': 'כלולים',
      'אזור אישי': '✓',
      'מענה בכתב': 'לאורך כל התהליך',
    },
    call_words: 'לשיחת היכרות',
    call_way: 'talk',
    price: { amount_agorot: 129_000, interval: 'month', charges: 6 },
    takenBy: [
      { contact: 'rinat', daysAgo: 15 },
      { contact: 'eyal', daysAgo: 62 },
    ],
  },
  {
    slug: 'bayit-meuzan',
    name: 'בית מאוזן',
    kind: 'digital',
    tagline: 'תוכנית דיגיטלית מודרכת: שיעור קצר בשבוע וגיליון עבודה אחד.',
    description: 'תוכנית דיגיטלית של שמונה שבועות: שיעור קצר בשבוע, גיליון עבודה אחד ומפגשי שאלות ותשובות בקבוצה.',
    included: ['8 שיעורים', '8 גיליונות עבודה', '4 מפגשי שאלות ותשובות', '{{כשיש שיעורים מקוונים}}גישה למשך 12 חודשים'],
    facts: { משך: '8 שבועות', 'פגישות אישיות': '–', 'מפגשי קבוצה': '4', 'אזור אישי': '✓', 'מענה בכתב': 'בקבוצה' },
    call_words: 'להצטרפות',
    call_way: 'buy',
    price: { amount_agorot: 69_000, max_installments: 3 },
    takenBy: [{ contact: 'itay', daysAgo: 44 }],
  },
]

const productId = (i: number) => seedId(33, i + 1)
const priceId = (i: number) => seedId(34, i + 1)

/** The price of the digital program. */
export const demoProgramPriceId = priceId(2)

export const demoProducts = () =>
  sold.map(({ facts, price: _price, takenBy: _taken, ...product }, i) => ({
    id: productId(i),
    ...product,
    facts: Object.entries(facts).map(([label, value]) => ({ label, value })),
    position: i,
    is_active: true,
    has_waitlist: true,
    is_demo: true,
  })) satisfies Partial<Product>[]

/** Valid since the first day of last month. */
export const demoPrices = (now: Date) =>
  sold.map(({ price }, i) => ({
    id: priceId(i),
    product_id: productId(i),
    amount_agorot: 0,
    vat_mode: 'included',
    max_installments: 1,
    interval: null,
    charges: null,
    ...price,
    active_from: new Date(now.getTime() - 60 * 86_400_000).toISOString(),
    is_demo: true,
  })) satisfies Partial<Price>[]

export const demoEnrolments = (now: Date) =>
  sold
    .flatMap(({ takenBy }, i) => takenBy.map((taken) => ({ ...taken, i })))
    .map(({ contact, daysAgo, i }, n) => ({
      id: seedId(35, n + 1),
      product_id: productId(i),
      price_id: priceId(i),
      contact_id: demoContactId(contact),
      enrolled_on: addDays(dayOf(now), -daysAgo),
      is_demo: true,
    })) satisfies Partial<Enrolment>[]
