// Lists as other programs export them, from a seeded generator that records the meaning of each line.

export type MessyLine = {
  cells: string[]
  /** Undefined: the line has no name. */
  name: { first: string; last: string } | undefined
  /** Readable numbers and addresses, normalised. */
  points: string[]
  /** The days that the date can mean; empty if it is invalid. */
  days: string[]
  /** Whether a cell is unreadable. */
  isFaulty: boolean
  /** Whether the line is rejected: without a name, or with only unreadable contact details. */
  isRejected: boolean
}
export type MessyFile = { what: string; bytes: Buffer; lines: MessyLine[] }

type Random = () => number

/** The Mulberry32 generator. */
function randomOf(seed: number): Random {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}

const pick = <T>(random: Random, from: readonly T[]): T => from[Math.floor(random() * from.length)]!

const header = ['שם פרטי', 'שם משפחה', 'נייד', 'דוא"ל', 'תאריך לידה', 'הערות']
const firsts = 'דנה,אבי,רות,יעל,משה,נועם,שירה,יואב,תמר,אורי,גל,הדס,עומר,מיכל,איתן,ליאור,ג׳ני,Dana,Michael,בת־שבע'.split(
  ',',
)
const lasts = 'כהן,לוי,מזרחי,פרץ,ביטון,בן דוד,אבו־חצירא,כהן לוי,Smith,ד׳אנג׳לו,ברק,גולן,שלום'.split(',')
const notes = ['', '', 'אמר "אולי", ונחזור', 'שורה\nשנייה', '=SUM(A1:A3)', "'דחוף", '-', '+50%', '@יעל; לבדוק', 'צה"ל']

const phoneForms: readonly ((digits: string) => string)[] = [
  (d) => `0${d}`,
  (d) => d,
  (d) => `0${d.slice(0, 2)}-${d.slice(2)}`,
  (d) => `0${d.slice(0, 2)}-${d.slice(2, 5)}-${d.slice(5)}`,
  (d) => `0${d.slice(0, 2)} ${d.slice(2, 5)} ${d.slice(5)}`,
  (d) => `0${d.slice(0, 2)}.${d.slice(2, 5)}.${d.slice(5)}`,
  (d) => `(0${d.slice(0, 2)}) ${d.slice(2)}`,
  (d) => `+972${d}`,
  (d) => `+972-${d.slice(0, 2)}-${d.slice(2)}`,
  (d) => `+972 (0)${d.slice(0, 2)}-${d.slice(2)}`,
  (d) => `00972${d}`,
  (d) => `972${d}`,
  (d) => `'0${d}`,
  (d) => `'+972${d}`,
  (d) => ` 0${d.slice(0, 2)}–${d.slice(2)} `,
  (d) => `\u200e0${d}`,
  (d) => `${d}.0`,
]
const badPhones = ['אין', '050-12', '5.27E+08', '?', "'052"]
const badEmails = ['x@', 'אין מייל', 'dana.example.com', '@']
const badDates = ['אתמול', '31.2.1990', '45/1/1980', '1990', '12.3.2190', '0.0.0000', 'י״ב באדר']

const hebrewMonths = 'ינואר,פברואר,מרץ,אפריל,מאי,יוני,יולי,אוגוסט,ספטמבר,אוקטובר,נובמבר,דצמבר'.split(',')

export type Order = 'day_first' | 'month_first' | 'mixed'

/** A date in a format of this order, and the days it can mean. */
function writeDate(random: Random, order: Order, today: string): { text: string; days: string[] } {
  const pad = (n: number) => String(n).padStart(2, '0')
  const year = 1935 + Math.floor(random() * 75)
  const month = 1 + Math.floor(random() * 12)
  const day = 1 + Math.floor(random() * 28)
  const iso = `${year}-${pad(month)}-${pad(day)}`
  const form = random()
  if (form < 0.15) return { text: iso, days: [iso] }
  if (form < 0.25) return { text: `${day} ב${hebrewMonths[month - 1]} ${year}`, days: [iso] }
  const isShort = random() < 0.4
  const yearOf = (rest: string) =>
    isShort ? (`20${pad(year % 100)}${rest}` <= today ? 2000 : 1900) + (year % 100) : year
  const dayOf = (m: number, d: number) => `${yearOf(`-${pad(m)}-${pad(d)}`)}-${pad(m)}-${pad(d)}`
  const isMonthFirst = order === 'mixed' ? random() < 0.5 : order === 'month_first'
  const parts = isMonthFirst ? [month, day] : [day, month]
  const written = random() < 0.5 ? parts.map(pad) : parts.map(String)
  const separator = pick(random, ['/', '.', '-'])
  const time = random() < 0.1 ? ' 0:00' : ''
  const text = `${random() < 0.1 ? "'" : ''}${[...written, isShort ? pad(year % 100) : year].join(separator)}${time}`
  return { text, days: [dayOf(month, day), ...(order === 'mixed' && day <= 12 ? [dayOf(day, month)] : [])] }
}

/** A file that is unique to its seed. */
export function messyFile(seed: number, lines: number, today: string): MessyFile {
  const random = randomOf(seed)
  const order = pick(random, ['day_first', 'month_first', 'mixed'] as const)
  const generated: MessyLine[] = []
  let serial = seed * 10_000
  while (generated.length < lines) {
    const last = random() < 0.1 ? '' : pick(random, lasts)
    const digits = `5${[0, 2, 3, 4, 8][Math.floor(random() * 5)]}${String(1_000_000 + serial++).slice(-7)}`
    const family = random() < 0.12 ? 2 : 1
    const first = pick(random, firsts)
    const names = [
      first,
      pick(
        random,
        firsts.filter((one) => one !== first),
      ),
    ].slice(0, family)
    for (const one of names) {
      const ownLast = family === 2 && random() < 0.3 ? pick(random, lasts) : last
      const line = lineOf(random, {
        first: one,
        last: ownLast,
        digits,
        email: `p${serial++}@example.com`,
        order,
        today,
      })
      generated.push(line)
      // A duplicate of the same person, padded with spaces.
      if (random() < 0.05) generated.push({ ...line, cells: line.cells.with(0, ` ${line.cells[0]} `) })
    }
  }
  const separator = pick(random, [',', ';', '\t'])
  const text = [header, ...generated.map(({ cells }) => cells)]
    .map((cells) => cells.map((cell) => quoted(cell, separator)).join(separator))
    .join('\r\n')
  const encoding = encodings[seed % encodings.length]!
  return {
    what: `${encoding.name}, ${order}, separated by ${JSON.stringify(separator)}`,
    bytes: encoding.encode(text),
    lines: generated,
  }
}

type Person = { first: string; last: string; digits: string; email: string; order: Order; today: string }

function lineOf(random: Random, { first, last, digits, email, order, today }: Person): MessyLine {
  const hasName = random() > 0.03
  const phone = random() < 0.08 ? pick(random, badPhones) : random() < 0.1 ? '' : pick(random, phoneForms)(digits)
  const isPhoneGood = phone !== '' && !badPhones.includes(phone)
  const address =
    random() < 0.05 ? pick(random, badEmails) : random() < 0.4 ? '' : random() < 0.2 ? email.toUpperCase() : email
  const isEmailGood = address !== '' && !badEmails.includes(address)
  const date =
    random() < 0.2
      ? undefined
      : random() < 0.12
        ? { text: pick(random, badDates), days: [] }
        : writeDate(random, order, today)
  const mark = random() < 0.05 ? "'" : ''
  const points = [...(isPhoneGood ? [`+972${digits}`] : []), ...(isEmailGood ? [email] : [])]
  const isContactFaulty = badPhones.includes(phone) || badEmails.includes(address)
  return {
    cells: [hasName ? mark + first : '', hasName ? last : '', phone, address, date?.text ?? '', pick(random, notes)],
    name: hasName ? { first, last } : undefined,
    points,
    days: date?.days ?? [],
    isFaulty: !hasName || isContactFaulty || date?.days.length === 0,
    isRejected: !hasName || (points.length === 0 && isContactFaulty),
  }
}

const quoted = (cell: string, separator: string) =>
  cell.includes(separator) || cell.includes('\n') || cell.startsWith('"') ? `"${cell.replaceAll('"', '""')}"` : cell

const bytesOf1255 = new Map(
  Array.from({ length: 256 }, (_, byte) => [new TextDecoder('windows-1255').decode(Uint8Array.of(byte)), byte]),
)

const encodings: readonly { name: string; encode: (text: string) => Buffer }[] = [
  // Windows-1255 has neither a maqaf nor invisible marks; a question mark would change the text.
  { name: 'windows-1255', encode: (text) => Buffer.from(Array.from(text, (one) => bytesOf1255.get(one) ?? 0x2d)) },
  { name: 'utf-8', encode: (text) => Buffer.from(text) },
  { name: 'utf-8 with a mark', encode: (text) => Buffer.from(`\ufeff${text}`) },
  { name: 'utf-16le', encode: (text) => Buffer.from(`\ufeff${text}`, 'utf16le') },
  { name: 'utf-16be', encode: (text) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16() },
]
