// A contact list as exported by another program: new contacts, existing ones, duplicates, and malformed lines in the middle.
import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** The number of existing contacts on the list, each with a new phone number. */
export const knownOnList = 1000
const brokenOnList = 1000
const doubleEvery = 400

const broken = [
  'שבור,מספר,050-12,,',
  'שבורה,כתובת,,x@,',
  ',,0541234567,,',
  'מרכאות "באמצע" של,תא,0501,,',
  `${'ארוך'.repeat(40)},מדי,,long@example.org,`,
]

/** The lines in order, the header first. `lines` counts the contacts without the header. */
function* linesOf(lines: number): Generator<string> {
  yield 'שם פרטי,שם משפחה,טלפון,דוא"ל,הערות\r\n'
  const middle = Math.floor((lines - brokenOnList) / 2)
  let last = ''
  for (let i = 0; i < lines; i++) {
    if (i >= middle && i < middle + brokenOnList) yield `${broken[i % broken.length]}\r\n`
    else if (i < knownOnList) yield `מוכר${i},מהרשימה,${phone(i)},person${i + 1}@example.com,\r\n`
    else if (isDouble(i, middle)) yield last
    else {
      last = `דנה${i},כהן${i % 5000},${phone(i)},d${i}@example.org,${i % 10 === 0 ? 'הערה ארוכה מאוד על הלקוח' : ''}\r\n`
      yield last
    }
  }
}

const phone = (i: number) => `054-${String(1_000_000 + i)}`
const isDouble = (i: number, middle: number) =>
  i % doubleEvery === 1 && i > knownOnList + 1 && i !== middle + brokenOnList

/** Writes the list and returns the expected result of its lines. */
export async function writeList(path: string, lines: number) {
  await pipeline(Readable.from(linesOf(lines)), createWriteStream(path, { mode: 0o644 }))
  const middle = Math.floor((lines - brokenOnList) / 2)
  const skipped = Array.from({ length: lines }, (_, i) => i).filter(
    (i) => isDouble(i, middle) && (i < middle || i >= middle + brokenOnList),
  ).length
  return { created: lines - knownOnList - brokenOnList - skipped, updated: knownOnList, skipped, error: brokenOnList }
}

/** Imports the same contacts by the database alone: the file by COPY, and two statements with all triggers. */
export const asBareSql = (path: string) => [
  'create temp table list (first text, last text, phone text, email text, note text, n int generated always as identity)',
  `copy list (first, last, phone, email, note) from '${path}' (format csv, header, quote E'\\x01')`,
  `with people as (
     select distinct on (email) gen_random_uuid() as id, * from list where email like 'd%@example.org' order by email, n
   ), added as (
     insert into contacts (id, first_name, last_name) select id, first, last from people
   )
   insert into contact_points (contact_id, kind, value_raw, value_norm, is_primary)
   select id, 'phone', phone, '+972' || substr(replace(phone, '-', ''), 2), true from people
   union all select id, 'email', email, email, true from people`,
]
