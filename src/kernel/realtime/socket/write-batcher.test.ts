import { PassThrough } from 'node:stream'
import { expect, test, vi } from 'vitest'
import { eventually } from '../../../../test/eventually.ts'
import { createWriteBatcher } from './write-batcher.ts'

function sockets(count: number) {
  const outgoing = createWriteBatcher()
  const all = Array.from({ length: count }, () => {
    const wire = new PassThrough({ highWaterMark: 1 << 20 })
    const written: Buffer[] = []
    const write = vi.spyOn(wire, 'write').mockImplementation((chunk: Buffer) => written.push(chunk) > 0)
    return { wire, written, write, outlet: outgoing.open(wire) }
  })
  return { outgoing, all }
}
const text = (written: Buffer[]) => written.map(String)

test('frames of one event loop turn are written together and in order, and equal batches share their bytes', async () => {
  const { all } = sockets(3)
  const [hello, world, private_] = ['hello ', 'world', 'only you'].map((word) => Buffer.from(word))
  for (const { outlet } of all) outlet.add(hello!)
  all[2]!.outlet.add(private_!)
  for (const { outlet } of all) outlet.add(world!)
  expect(all[0]!.outlet.unsentBytes).toBe(11)
  await eventually(() =>
    expect(all.map(({ written }) => text(written))).toEqual([
      ['hello world'],
      ['hello world'],
      ['hello only youworld'],
    ]),
  )
  expect(all[0]!.written[0]).toBe(all[1]!.written[0])
})

test('a large batch is written before the end of the turn', () => {
  const { all } = sockets(1)
  const large = Buffer.alloc(40_000, 'x')
  for (let i = 0; i < 3; i++) all[0]!.outlet.add(large)
  expect(all[0]!.written.map(({ length }) => length)).toEqual([40_000, 40_000])
})

test('a flush writes pending frames before the close frame', async () => {
  const { all, outgoing } = sockets(2)
  for (const { outlet } of all) outlet.add(Buffer.from('last words'))
  all[0]!.outlet.flush()
  all[0]!.wire.write(Buffer.from('bye'))
  expect(text(all[0]!.written)).toEqual(['last words', 'bye'])
  expect(all[1]!.written).toEqual([])
  outgoing.flush()
  expect(text(all[1]!.written)).toEqual(['last words'])
  await new Promise(setImmediate)
  expect(all.map(({ written }) => written.length)).toEqual([2, 1])
})
