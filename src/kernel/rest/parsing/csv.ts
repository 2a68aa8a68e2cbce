// CSV bodies: the first line names the columns. As upstream, the word NULL is null.
import { invalidBody } from '../errors/rest-error.ts'
import { refuseTooManyParts } from './body-limits.ts'

type Row = Record<string, string | null>

export function parseCsv(text: string): Row[] {
  const [names, ...lines] = readLines(text)
  if (!names || names.every((name) => name === '')) throw invalidBody('not enough input')
  if (new Set(names).size !== names.length) throw invalidBody('A column is named twice')
  return lines.map((values) => {
    if (values.length !== names.length) throw invalidBody('All lines must have same number of fields')
    return Object.fromEntries(names.map((name, i) => [name, values[i] === 'NULL' ? null : values[i]!]))
  })
}

function readLines(text: string): string[][] {
  const lines: string[][] = []
  let line: string[] = []
  let at = text.startsWith('\uFEFF') ? 1 : 0
  let count = 0
  while (at < text.length || line.length > 0) {
    const isQuoted = text[at] === '"'
    const [value, end] = isQuoted ? readQuoted(text, at) : readBare(text, at)
    line.push(value)
    refuseTooManyParts(++count)
    if (text[end] === ',') {
      at = end + 1
      continue
    }
    if (end < text.length && text[end] !== '\n' && text[end] !== '\r') throw unreadable()
    // Blank lines are skipped.
    if (line.length > 1 || isQuoted || value !== '') lines.push(line)
    line = []
    at = end + (text.startsWith('\r\n', end) ? 2 : 1)
  }
  return lines
}

function readBare(text: string, start: number): [value: string, end: number] {
  bareEnd.lastIndex = start
  const end = bareEnd.exec(text)?.index ?? text.length
  if (text[end] === '"') throw unreadable()
  return [text.slice(start, end), end]
}

const bareEnd = /[",\r\n]/g

function readQuoted(text: string, start: number): [value: string, end: number] {
  let end = text.indexOf('"', start + 1)
  while (end >= 0 && text[end + 1] === '"') end = text.indexOf('"', end + 2)
  if (end < 0) throw unreadable()
  return [text.slice(start + 1, end).replaceAll('""', '"'), end + 1]
}

const unreadable = () => invalidBody('The text could not be read as CSV')
