import { expect, test } from 'vitest'
import { videoType, videoTypeOf } from './video-file.ts'

const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))
const ebml = '\x1A\x45\xDF\xA3\x9F\x42\x86\x81\x01\x42\xF7\x81\x01\x42\xF2\x81\x04\x42\xF3\x81\x08\x42\x82\x84'

test.each([
  ['an MP4 file', '\0\0\0\x20ftypisom\0\0\x02\0', 'video/mp4'],
  ['a WebM file', `${ebml}webm\x42\x87\x81\x04`, 'video/webm'],
  ['a WebM file with long integers', `\x1A\x45\xDF\xA3${'\0'.repeat(90)}webm`, 'video/webm'],
  ['a Matroska file that is no WebM', `${ebml}matroska`, undefined],
  ['a QuickTime film', '\0\0\0\x14ftypqt  \0\0\0\0', undefined],
  ['a page', '<!doctype html><title>webm</title>', undefined],
  ['an empty file', '', undefined],
])('%s is recognised by its first bytes', (_, text, type) => expect(videoType(bytes(text))).toBe(type))

test('the declared type of a file is ignored', async () => {
  expect(await videoTypeOf(new Blob(['<html>'], { type: 'video/mp4' }))).toBeUndefined()
})
