import { expect, test } from 'vitest'
import { readBinary, readText, writeBroadcast, writeText } from './frames.ts'

/** Parses a WebSocket frame as a client library does. */
function unframed(frame: Buffer) {
  const short = frame[1]!
  const at = short < 126 ? 2 : short === 126 ? 4 : 10
  const length = short < 126 ? short : short === 126 ? frame.readUInt16BE(2) : Number(frame.readBigUInt64BE(2))
  expect(frame.length).toBe(at + length)
  return { kind: frame[0]! === 0x81 ? 'text' : 'binary', content: frame.subarray(at) }
}

test.each([0, 60, 61, 62, 63, 64, 65_000, 65_470, 65_480, 65_490, 70_000])(
  'a text frame with a payload of %i characters has a correct length field',
  (length) => {
    const payload = JSON.stringify('x'.repeat(length))
    const { kind, content } = unframed(writeText('2.0.0', { topic: 'realtime:שלום', event: 'e', ref: '7' }, payload))
    expect(kind).toBe('text')
    expect(JSON.parse(content.toString())).toEqual([null, '7', 'realtime:שלום', 'e', 'x'.repeat(length)])
  },
)

test('both protocol versions carry the same fields, as an object or an array', () => {
  const head = { topic: 't', event: 'e', ref: '1', joinRef: '2' }
  const contents = (['1.0.0', '2.0.0'] as const).map((version) => unframed(writeText(version, head, '{"a":1}')).content)
  expect(contents.map((content) => JSON.parse(content.toString()))).toEqual([
    { topic: 't', event: 'e', payload: { a: 1 }, ref: '1', join_ref: '2' },
    ['2', '1', 't', 'e', { a: 1 }],
  ])
})

test('a broadcast of bytes lists the lengths of its parts; the older protocol and overlong names have no such frame', () => {
  const bytes = Buffer.from([0, 255])
  const { kind, content } = unframed(writeBroadcast('2.0.0', 'realtime:t', { event: 'e', bytes, meta: { id: 'x' } })!)
  expect(kind).toBe('binary')
  expect([...content.subarray(0, 5)]).toEqual([4, 10, 1, 10, 0])
  expect(content.subarray(5).toString('latin1')).toBe('realtime:te{"id":"x"}\0\xff')
  expect(writeBroadcast('1.0.0', 'realtime:t', { event: 'e', bytes })).toBeUndefined()
  expect(writeBroadcast('2.0.0', `realtime:${'ש'.repeat(124)}`, { event: 'e', bytes })).toBeUndefined()
})

test('a broadcast of JSON keeps its payload unchanged and carries its metadata', () => {
  const frame = writeBroadcast('2.0.0', 't', { event: 'e', json: '{"n":1e400}', meta: { id: 'x', replayed: true } })
  expect(unframed(frame!).content.toString()).toBe(
    '[null,null,"t","broadcast",{"type":"broadcast","event":"e","payload":{"n":1e400},"meta":{"id":"x","replayed":true}}]',
  )
})

const binary = (lengths: number[], rest: string, encoding = 1, kind = 3) =>
  Buffer.concat([Buffer.from([kind, ...lengths, encoding]), Buffer.from(rest)])

test('a broadcast of the official client is parsed with refs, names, persist option and payload', () => {
  expect(readBinary(binary([1, 2, 3, 1, 16], '177abce{"persist":true}{"a":1}'))).toEqual({
    joinRef: '1',
    ref: '77',
    topic: 'abc',
    persist: true,
    broadcast: { event: 'e', json: '{"a":1}' },
  })
  expect(readBinary(binary([0, 0, 1, 1, 0], 'te\x01', 0))).toMatchObject({
    joinRef: null,
    broadcast: { bytes: Buffer.from([1]) },
  })
})

test.each<[string, Buffer]>([
  ['no bytes', Buffer.alloc(0)],
  ['only a kind byte', Buffer.from([3])],
  ['another kind', binary([0, 0, 1, 1, 0], 'te{}', 1, 0)],
  ['no topic', binary([0, 0, 0, 1, 0], 'e{}')],
  ['no event', binary([0, 0, 1, 0, 0], 't{}')],
  ['lengths beyond its end', binary([255, 255, 255, 255, 255], 'te{}')],
  ['invalid JSON', binary([0, 0, 1, 1, 0], 'te{')],
  ['an empty payload declared as JSON', binary([0, 0, 1, 1, 0], 'te')],
  ['metadata that is not JSON', binary([0, 0, 1, 1, 1], 'te{{}')],
  ['metadata that is a number', binary([0, 0, 1, 1, 1], 'te7{}')],
])('a binary frame with %s is refused', (_, frame) => {
  expect(readBinary(frame)).toBeUndefined()
})

test.each([
  ['1.0.0', 'null'],
  ['1.0.0', '[]'],
  ['1.0.0', '{"topic":"t","event":7}'],
  ['1.0.0', '{"topic":"t","event":"e","ref":7}'],
  ['1.0.0', '{"topic":["t"],"event":"e"}'],
  ['2.0.0', '{"topic":"t","event":"e"}'],
  ['2.0.0', '[null,null,"t","e"]'],
  ['2.0.0', '[null,null,"t","e",{},{}]'],
  ['2.0.0', '[null,null,null,"e",{}]'],
  ['2.0.0', '[1,null,"t","e",{}]'],
  ['2.0.0', '[[],null,"t","e",{}]'],
  ['2.0.0', ''],
] as const)('in protocol %s the text %s is refused', (version, text) => {
  expect(readText(version, text)).toBeUndefined()
})
