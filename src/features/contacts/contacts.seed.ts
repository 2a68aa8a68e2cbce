// Demo families: common first names, an invented last name, unassigned phone numbers.
import type { DemoTeam } from '#platform/accounts/accounts.seed.ts'
import { seedId } from '#lib/seed-id.ts'
import { type Contact, type ContactPoint, type Household, type sources } from './contacts.ts'
import { splitName } from '#lib/split-name.ts'

type Family = {
  key: string
  name: string
  daysAgo: number
  source: (typeof sources)[number]
  city: string
  lifecycle?: Contact['lifecycle']
  owner?: 'coach' | 'sales' | 'owner'
  household?: string
  gender?: Contact['gender_form']
  /** Shares the phone number of an earlier member of the household. */
  sharesPhoneOf?: string
  isClient?: boolean
}

export const demoFamilies: readonly Family[] = [
  {
    key: 'noa',
    name: 'נועה לדוגמה',
    daysAgo: 12,
    source: 'שאלון',
    city: 'חיפה',
    household: 'noa',
    owner: 'sales',
    gender: 'f',
  },
  {
    key: 'itay',
    name: 'איתי לדוגמה',
    daysAgo: 64,
    source: 'הדרכה מקוונת',
    city: 'רחובות',
    household: 'itay',
    owner: 'coach',
    lifecycle: 'client',
    gender: 'm',
    isClient: true,
  },
  { key: 'maya', name: 'מאיה דוגמה-לוי', daysAgo: 19, source: 'מדריך להורדה', city: 'באר שבע', owner: 'sales' },
  {
    key: 'yoav',
    name: 'יואב לדוגמה',
    daysAgo: 33,
    source: 'המלצה',
    city: 'כפר סבא',
    owner: 'coach',
    lifecycle: 'qualified',
  },
  { key: 'tamar', name: 'תמר לדוגמה', daysAgo: 0, source: 'אתר', city: 'ירושלים' },
  { key: 'dana', name: 'Dana Demo (דנה)', daysAgo: 41, source: 'רשת חברתית', city: 'תל אביב-יפו', owner: 'sales' },
  { key: 'tzachi', name: 'צח"י לדוגמה', daysAgo: 1, source: 'טלפון', city: 'אשדוד', owner: 'sales' },
  { key: 'jenny', name: 'ג׳ני לדוגמה', daysAgo: 3, source: 'אתר', city: 'מודיעין-מכבים-רעות' },
  {
    key: 'dor',
    name: 'דור לדוגמה',
    daysAgo: 12,
    source: 'שאלון',
    city: 'חיפה',
    household: 'noa',
    owner: 'sales',
    sharesPhoneOf: 'noa',
  },
  {
    key: 'shira',
    name: 'שירה לדוגמה',
    daysAgo: 64,
    source: 'הדרכה מקוונת',
    city: 'רחובות',
    household: 'itay',
    owner: 'coach',
    lifecycle: 'client',
  },
  { key: 'sara', name: 'שָׂרָה לדוגמה', daysAgo: 6, source: 'המלצה', city: 'נתניה', owner: 'sales' },
  { key: 'avi', name: 'אבי ז"ל', daysAgo: 2, source: 'אתר', city: 'צפת' },
  { key: 'doctor', name: 'ד"ר מורן לדוגמה', daysAgo: 24, source: 'המלצה', city: 'רעננה', owner: 'owner' },
  {
    key: 'liat',
    name: 'ליאת לדוגמה',
    daysAgo: 9,
    source: 'הדרכה מקוונת',
    city: 'קריית אונו',
    household: 'liat',
    owner: 'sales',
  },
  {
    key: 'sagi',
    name: 'שגיא לדוגמה',
    daysAgo: 9,
    source: 'הדרכה מקוונת',
    city: 'קריית אונו',
    household: 'liat',
    owner: 'sales',
  },
  { key: 'gal', name: 'גל לדוגמה', daysAgo: 15, source: 'מדריך להורדה', city: 'חולון', owner: 'coach' },
  { key: 'omer', name: 'עומר לדוגמה', daysAgo: 28, source: 'רשת חברתית', city: 'גבעתיים', owner: 'sales' },
  {
    key: 'rinat',
    name: 'רינת לדוגמה',
    daysAgo: 52,
    source: 'המלצה',
    city: 'עפולה',
    owner: 'coach',
    lifecycle: 'client',
  },
  {
    key: 'eyal',
    name: 'אייל לדוגמה',
    daysAgo: 75,
    source: 'אתר',
    city: 'זיכרון יעקב',
    owner: 'coach',
    lifecycle: 'client',
  },
  { key: 'hadas', name: 'הדס לדוגמה', daysAgo: 37, source: 'שאלון', city: 'הרצליה', owner: 'sales' },
  { key: 'nir', name: 'ניר לדוגמה', daysAgo: 48, source: 'טלפון', city: 'אילת', owner: 'sales' },
  { key: 'yael', name: 'יעל לדוגמה', daysAgo: 5, source: 'שאלון', city: 'פתח תקווה', owner: 'sales' },
  { key: 'amir', name: 'אמיר לדוגמה', daysAgo: 17, source: 'אתר', city: 'נצרת', owner: 'coach' },
  { key: 'school', name: 'עידית לדוגמה', daysAgo: 22, source: 'אתר', city: 'ראשון לציון', owner: 'owner' },
]

const indexOf = (key: string) => demoFamilies.findIndex((family) => family.key === key)
const homes = [...new Set(demoFamilies.flatMap((family) => family.household ?? []))]

export const demoContactId = (key: string) => seedId(2, indexOf(key) + 1)
export const demoPhone = (key: string) => `+9725000000${(indexOf(key) + 11).toString().padStart(2, '0')}`
const householdId = (key: string) => seedId(1, homes.indexOf(key) + 1)

/** Timestamp this many days and hours ago. */
export const ago = (now: Date, days: number, hours = 0) =>
  new Date(now.getTime() - (days * 24 + hours) * 3_600_000).toISOString()

export const demoHouseholds = (now: Date) =>
  homes.map((key) => {
    const first = demoFamilies.find((family) => family.household === key)!
    return {
      id: householdId(key),
      name: `משפחת ${first.name.split(' ').at(-1)} – ${first.city}`,
      address: first.city,
      created_at: ago(now, first.daysAgo),
      is_demo: true,
    } satisfies Partial<Household>
  })

export const demoContacts = (team: DemoTeam, now: Date) =>
  demoFamilies.map((family) => ({
    id: demoContactId(family.key),
    ...splitName(family.name),
    household_id: family.household ? householdId(family.household) : null,
    household_role: family.household ? 'partner' : null,
    gender_form: family.gender ?? 'neutral',
    lifecycle: family.lifecycle ?? 'lead',
    owner_id: family.owner ? team[family.owner] : null,
    client_user_id: family.isClient ? team.client : null,
    source: family.source,
    created_at: ago(now, family.daysAgo, 1),
    is_demo: true,
  }))

/** Default values of the staff details. */
export const demoStaffDetails = () =>
  demoFamilies.map(({ key, city }) => ({ contact_id: demoContactId(key), custom: { city } }))

export function demoContactPoints(now: Date) {
  return demoFamilies.flatMap(({ key, sharesPhoneOf, daysAgo }, i) => {
    const phone = demoPhone(sharesPhoneOf ?? key)
    const email = `${key}@example.com`
    const point = { contact_id: demoContactId(key), is_primary: true, created_at: ago(now, daysAgo, 1), is_demo: true }
    const isShared = sharesPhoneOf !== undefined || demoFamilies.some((other) => other.sharesPhoneOf === key)
    return [
      {
        ...point,
        id: seedId(3, i * 2 + 1),
        kind: 'phone',
        value_raw: phone.replace('+972', '0'),
        value_norm: phone,
        shared_in_household: isShared,
      },
      {
        ...point,
        id: seedId(3, i * 2 + 2),
        kind: 'email',
        value_raw: email,
        value_norm: email,
        shared_in_household: false,
      },
    ] satisfies Partial<ContactPoint>[]
  })
}
