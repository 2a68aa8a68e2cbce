import { expect, test } from 'vitest'
import {
  comparison,
  type Offer,
  PriceEdit,
  formatPrice,
  ProductEdit,
  seatsText,
  slugFrom,
  stateOf,
} from './products.ts'

const price = {
  id: '',
  name: '',
  amount_agorot: 69000,
  vat_mode: 'included',
  max_installments: 1,
  interval: null,
  charges: null,
  active_to: null,
  seats: null,
  seats_left: null,
} as const
const plain = (text: string) => text.replaceAll(/[\u200e\u200f\u00a0]/g, (sign) => (sign === '\u00a0' ? ' ' : ''))

test.each([
  [{}, '690 ₪', null, 'תשלום אחד'],
  [{ max_installments: 2 }, '690 ₪', null, 'עד שני תשלומים ללא ריבית'],
  [{ max_installments: 3 }, '690 ₪', null, 'עד 3 תשלומים ללא ריבית'],
  [{ amount_agorot: 129000, interval: 'month', charges: 6 }, '1,290 ₪', 'לחודש', 'חיוב חודשי, 6 חודשים'],
  [{ interval: 'month' }, '690 ₪', 'לחודש', 'חיוב חודשי, אפשר לעצור'],
  [{ interval: 'year', charges: 2 }, '690 ₪', 'לשנה', 'חיוב שנתי, שנתיים'],
] as const)('a price is stated in full: %o', (more, amount, per, payments) => {
  const formatted = formatPrice({ ...price, ...more })
  expect({ ...formatted, amount: plain(formatted.amount) }).toEqual({ amount, per, payments, vat: 'כולל מע״מ' })
})

const states: [Partial<Offer>, string][] = [
  [{ is_open: true, opens_at: null, seats_left: null }, 'open'],
  [{ is_open: true, opens_at: null, seats_left: 1 }, 'open'],
  [{ is_open: true, opens_at: null, seats_left: 0, has_waitlist: true }, 'waitlist'],
  [{ is_open: true, opens_at: null, seats_left: 0, has_waitlist: false }, 'closed'],
  [{ is_open: false, opens_at: '2026-12-01T00:00:00Z', seats_left: null }, 'before'],
  [{ is_open: false, opens_at: null, seats_left: null, has_waitlist: true }, 'waitlist'],
  [{ is_open: false, opens_at: null, seats_left: null, has_waitlist: false }, 'closed'],
]
test.each(states)('an offer with %o has the state %s', (offer, state) => {
  expect(stateOf(offer as Offer)).toBe(state)
})

test.each([
  [1, 'נותר מקום אחד'],
  [2, 'נותרו שני מקומות'],
  [3, 'נותרו 3 מקומות'],
  [0, 'ההרשמה מלאה'],
  [11, undefined],
  [null, undefined],
])('%s seats left are shown as "%s"', (seatsLeft, text) => {
  expect(seatsText({ is_open: true, seats_left: seatsLeft })).toBe(text)
})

test('products with different facts share one comparison table', () => {
  const facts = [
    { facts: [{ label: 'משך', value: '8 שבועות' }] },
    {
      facts: [
        { label: 'פגישות', value: '12' },
        { label: 'משך', value: '6 חודשים' },
      ],
    },
  ]
  expect(comparison(facts)).toEqual([
    { label: 'משך', values: ['8 שבועות', '6 חודשים'] },
    { label: 'פגישות', values: [null, '12'] },
  ])
})

const typed = {
  name: '',
  amount: '1,290',
  vat_mode: 'included',
  way: 'once',
  max_installments: '',
  charges: '',
  from: '2026-12-01',
  to: '',
  seats: '',
}

test('price days are Israel days, the last one inclusive, in winter and in summer', () => {
  expect(PriceEdit.parse({ ...typed, to: '2026-12-02' })).toEqual({
    name: '',
    amount_agorot: 129000,
    vat_mode: 'included',
    interval: null,
    max_installments: 1,
    charges: null,
    seats: null,
    active_from: '2026-11-30T22:00:00.000Z',
    active_to: '2026-12-02T22:00:00.000Z',
  })
  expect(PriceEdit.parse({ ...typed, from: '2027-07-01' })).toMatchObject({
    active_from: '2027-06-30T21:00:00.000Z',
    active_to: null,
  })
})

const wrong: [Partial<Record<keyof typeof typed, string>>, string][] = [
  [{ amount: 'חינם' }, 'amount'],
  [{ amount: '2000000' }, 'amount'],
  [{ from: '' }, 'from'],
  [{ to: '2026-11-30' }, 'to'],
  [{ seats: '0' }, 'seats'],
  [{ seats: 'שלושה' }, 'seats'],
  [{ max_installments: '1.5' }, 'max_installments'],
]
test.each(wrong)('%o is not a valid price', (more, field) => {
  const read = PriceEdit.safeParse({ ...typed, ...more })
  expect(read.error?.issues.map(({ path }) => path[0])).toEqual([field])
})

test('fields missing in the form are omitted from the parsed product', () => {
  const { charges: _charges, max_installments: _most, ...shown } = typed
  expect(PriceEdit.parse({ ...shown, way: 'month' })).toMatchObject({
    interval: 'month',
    charges: null,
    max_installments: 1,
  })
})

test('a slug is derived from a name', () => {
  expect(slugFrom('  תוכנית "בית מאוזן" ')).toBe('תוכנית-בית-מאוזן')
  expect(slugFrom('Order in 90 Minutes!')).toBe('order-in-90-minutes')
})

test('facts are entered as lines with a colon', () => {
  const edit = {
    name: 'מוצר',
    slug: 'x1',
    kind: 'service',
    tagline: '',
    description: '',
    included: ' א \n\n ב',
    facts: 'משך: 8 שבועות\nשעה: 9:00',
    call_words: 'להצטרפות',
    call_way: 'buy',
    has_waitlist: true,
  }
  expect(ProductEdit.parse(edit)).toMatchObject({
    included: ['א', 'ב'],
    facts: [
      { label: 'משך', value: '8 שבועות' },
      { label: 'שעה', value: '9:00' },
    ],
  })
  expect(ProductEdit.safeParse({ ...edit, facts: 'בלי נקודתיים' }).success).toBe(false)
})
