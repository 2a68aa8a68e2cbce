// A local DNS server over UDP (RFC 1035) for tests of lookups: TXT, A, AAAA and MX records of a zone.
import { createSocket } from 'node:dgram'
import { once } from 'node:events'

/** Values by type; 'fails' answers SERVFAIL, 'silent' sends no response. */
export type Records = { TXT?: string[]; A?: string[]; AAAA?: string[]; MX?: string[] } | 'fails' | 'silent'

const types: Record<number, 'A' | 'MX' | 'TXT' | 'AAAA'> = { 1: 'A', 15: 'MX', 16: 'TXT', 28: 'AAAA' }
const codes = { ok: 0, serverFailure: 2, noSuchName: 3 }

/** `zone` may be changed between queries; `asked` lists the names of all queries, in order. */
export async function testDnsServer() {
  const zone: Record<string, Records> = {}
  const asked: string[] = []
  const socket = createSocket('udp4')
  socket.on('message', (query, { port, address }) => {
    const { name, type, end } = readQuestion(query)
    asked.push(name)
    const records = zone[name]
    if (records === 'silent') return
    socket.send(answer(query.subarray(0, end), records, types[type]), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return { zone, asked, address: `127.0.0.1:${socket.address().port}`, close: () => void socket.close() }
}

/** The name and type of the question, and its end offset: 12 bytes of header, labels, type and class. */
function readQuestion(query: Buffer) {
  const labels: string[] = []
  let at = 12
  for (let length = query[at]!; length > 0; length = query[at]!) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += length + 1
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 }
}

function answer(question: Buffer, records: Records | undefined, type: (typeof types)[number] | undefined) {
  const values = typeof records === 'object' && type ? (records[type] ?? []) : []
  const code = records === 'fails' ? codes.serverFailure : records === undefined ? codes.noSuchName : codes.ok
  const header = Buffer.from(question.subarray(0, 12))
  // Flags: response, authoritative answer, recursion available.
  header.writeUInt16BE(0x8580 | code, 2)
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(values.length, 6)
  header.writeUInt32BE(0, 8)
  const number = Number(Object.keys(types).find((one) => types[Number(one)] === type))
  return Buffer.concat([
    header,
    question.subarray(12),
    ...values.map((value) => resource(number, encode[type!](value))),
  ])
}

/** An answer record: a pointer to the name of the question, type, class, TTL, length, data. */
function resource(type: number, data: Buffer) {
  const head = Buffer.alloc(12)
  head.writeUInt16BE(0xc00c, 0)
  head.writeUInt16BE(type, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt32BE(60, 6)
  head.writeUInt16BE(data.length, 10)
  return Buffer.concat([head, data])
}

const encode = {
  A: (address: string) => Buffer.from(address.split('.').map(Number)),
  AAAA: (address: string) => {
    const [before = '', after = ''] = address.split('::')
    const groups = (text: string) => text.split(':').filter(Boolean)
    const zeros = Array.from({ length: 8 - groups(before).length - groups(after).length }, () => '0')
    return Buffer.from(
      [...groups(before), ...zeros, ...groups(after)].map((group) => group.padStart(4, '0')).join(''),
      'hex',
    )
  },
  MX: (host: string) => Buffer.concat([Buffer.from([0, 10]), encodeName(host)]),
  /** Encodes TXT data as strings of at most 255 bytes. */
  TXT: (text: string) => {
    const bytes = Buffer.from(text)
    const strings = Array.from({ length: Math.max(1, Math.ceil(bytes.length / 255)) }, (_, n) =>
      bytes.subarray(n * 255, n * 255 + 255),
    )
    return Buffer.concat(strings.map((string) => Buffer.concat([Buffer.from([string.length]), string])))
  },
}

const encodeName = (name: string) =>
  Buffer.concat([
    ...name.split('.').map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label)])),
    Buffer.from([0]),
  ])
