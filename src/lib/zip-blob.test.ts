import { crc32 } from 'node:zlib'
import { expect, test } from 'vitest'
import { openZip } from './spreadsheets/unzip.ts'
import { zipBlob, type ZipPart } from './zip-blob.ts'

async function* list(...parts: ZipPart[]) {
  yield* parts
}
async function archiveOf(...parts: ZipPart[]) {
  const bytes = new Uint8Array(await (await zipBlob(list(...parts))).arrayBuffer())
  const open = openZip(bytes)
  const read = async (name: string) => {
    const pieces: Uint8Array[] = []
    for await (const piece of (await open(name))!) pieces.push(piece)
    return Buffer.concat(pieces)
  }
  return { bytes, read }
}

test('each part of the archive has its name, bytes and checksum', async () => {
  const document = Buffer.from(Uint8Array.from({ length: 70_000 }, (_, i) => i % 251))
  const { bytes, read } = await archiveOf(
    { path: 'קבצים/תלוש.pdf', content: new Blob([document]) },
    { path: 'נתונים.json', content: '{"א": 1}' },
  )
  expect(await read('קבצים/תלוש.pdf')).toEqual(document)
  expect((await read('נתונים.json')).toString()).toBe('{"א": 1}')
  expect(new DataView(bytes.buffer).getUint32(14, true)).toBe(crc32(document))
})

test('a part with a duplicate name gets a numbered path', async () => {
  const { read } = await archiveOf({ path: 'א.txt', content: 'ראשון' }, { path: 'א.txt', content: 'שני' })
  expect([(await read('א.txt')).toString(), (await read('א (2).txt')).toString()]).toEqual(['ראשון', 'שני'])
})
